// The words of invented titles in English, including accented ones. Used by invent-titles.ts.

const words = (text: string) => text.trim().split(/\s+/);

export const adjectives = words(`
  Amber Ancient Ashen Azure Blazing Bitter Black Bold Boundless Brave Bright Broken Burning Celestial Clockwork Cobalt
  Copper Crimson Crooked Crystal Cursed Dark Dead Deep Distant Dreaming Drowned Dusty Eastern Electric Emerald Empty
  Endless Eternal Faded Fallen Feral Final First Flying Forbidden Forgotten Forsaken Frozen Furious Gentle Ghostly Gilded
  Golden Grand Grey Hallowed Haunted Hidden Hollow Howling Humble Hungry Idle Infinite Iron Ivory Jade Last Little Lonely
  Lost Lucky Lunar Mad Marble Mechanical Merry Midnight Mighty Misty Molten Nameless Neon Noble Northern Obsidian Orbital
  Pale Paper Perfect Phantom Quantum Quiet Radiant Rapid Reckless Restless Rising Rogue Royal Ruined Rusty Sacred Savage
  Scarlet Secret Shattered Silent Silver Sleeping Solar Southern Spectral Stolen Stormy Sunken Super Swift Tiny Turbo
  Twisted Unseen Untamed Velvet Verdant Wandering Western Whispering White Wicked Wild Winding Winter Wooden Wretched`);

export const nouns = words(`
  Abyss Anchor Arena Armada Arrow Asylum Atlas Aurora Bastion Beacon Blade Bridge Caravan Castle Cathedral Cavern Circuit
  Citadel City Cloud Colony Comet Compass Cove Crown Crusade Desert Dragon Dungeon Dynasty Echo Eclipse Ember Empire
  Engine Exile Expedition Falcon Fable Farm Field Fjord Flame Fleet Forest Forge Fortress Fox Frontier Galaxy Garden Gate
  Giant Glacier Grove Harbour Harvest Haven Heart Heist Hollow Horizon Hunt Island Journey Jungle Kingdom Knight Labyrinth
  Lagoon Lantern Legacy Legend Lighthouse Machine Mansion Marsh Meadow Mirror Monolith Moon Mountain Nebula Nexus Oasis
  Oath Ocean Odyssey Omen Oracle Orbit Orchard Outpost Palace Peak Pilgrim Pirate Planet Portal Prairie Prophecy Puzzle
  Quarry Quest Raven Realm Reef Relic Requiem Ridge River Road Saga Sanctuary Sentinel Serpent Shadow Shore Signal Sky
  Sparrow Spire Squadron Star Station Storm Summit Swamp Sword Temple Throne Tide Tomb Tower Town Tracks Vale Valley
  Vault Village Vortex Voyage Wasteland Wave Whale Wind Witch Wolf Woods Workshop World Zenith`);

/** Used after "of". */
export const matters = words(`
  Ash Autumn Bones Brass Chaos Clay Courage Darkness Dawn Decay Destiny Dreams Dust Eternity Fate Fire Fortune Frost
  Giants Glass Glory Gods Gold Grace Greed Heroes Honour Hope Ice Iron Ivory Justice Kings Light Lies Lightning Magic
  Memory Mercy Mischief Monsters Moonlight Nothing Oblivion Paradise Patience Pearls Power Queens Rain Ruin Rust Salt Sand
  Secrets Shadows Silence Silk Silver Smoke Snow Solitude Sorrow Spiders Spring Stars Steel Stone Storms Sugar Summer
  Thieves Thorns Thunder Time Tomorrow Trees Truth Twilight Valour Vengeance Victory Water Winter Wolves Wonder`);

export const people = words(`
  Alchemist Apprentice Architect Archivist Baker Captain Cartographer Chef Clockmaker Collector Courier Detective Diver
  Doctor Duchess Engineer Explorer Farmer Ferryman Fisher Gambler Gardener General Gravedigger Hermit Hunter Innkeeper
  Inspector Keeper Locksmith Magician Mayor Mechanic Miner Navigator Ninja Pilot Pirate Postman Prince Princess Ranger
  Robot Sailor Samurai Scholar Shepherd Smuggler Sorcerer Spy Surgeon Tailor Thief Trader Wanderer Warden Warlock Weaver`);

export const accented = words(`
  Ångström Árnyék Ávila Âme Ærøskøbing Béatrice Çelik Château Cœur Crème Dragón Éclair Élan Étoile Façade Fjällräven
  Forêt Für Gefängnis Île Jäger Ísland Königreich Łódź Mañana Mêlée Müller Naïve Ñandú Noël Nürburg Ötzi Øresund
  Pagát Piñata Réve Rêverie Señorita Škoda Smörgås Sörensen Straße Tête Über Ülkü Voilà Vögel Zoë Żubr`);

/** The names of later editions, used after a colon. */
export const editions = [
  ...['Definitive Edition', 'Remastered', 'Gold Edition', "Director's Cut", 'Complete Edition'],
  ...[
    'Anniversary Edition',
    'Enhanced Edition',
    'Redux',
    'Chapter One',
    'Chapter Two',
    'Prologue',
    'Origins',
  ],
];

export const sports = words(
  'Football Tennis Hockey Rally Golf Cricket Basketball Kart Snooker Cycling Sailing Chess',
);

export const counted = words(`
  Days Nights Minutes Lives Swords Doors Knights Wonders Miles Islands Wolves Seconds Crowns Colours Steps Rooms`);
