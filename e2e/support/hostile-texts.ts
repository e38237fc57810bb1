// Markup for every text that people and metadata providers can set (attack.long.test.ts).

/** Short enough for the shortest name. Sets a mark if it becomes an element, and another one if it runs. */
export const markup = '<img/src onerror=hacked=1>';
/** Other ways to break out: of an attribute, a title, a script, a comment and a template. */
const more = `"'><svg/data-hacked onload=hacked=1></title></textarea></script><script data-hacked>hacked=1</script>--> {{hacked=1}} \${hacked=1}`;

/** All texts by a word that names each on the page. */
export const texts = {
  siteName: `Site${markup}`,
  adminName: `Admin${markup}`,
  memberName: `Member${markup}`,
  visitorName: `Visitor${markup}`,
  title: `Title${markup}${more}`,
  description: `Described${markup}${more}\n<a href="javascript:hacked=1">x</a> [x](javascript:hacked=1)`,
  developer: `Developer${markup}`,
  publisher: `Publisher${markup}`,
  genre: `Genre${markup}`,
  franchise: `Franchise${markup}`,
  cheat: `Cheat${markup}`,
  cheatText: `Cheattext${markup}`,
  cheatAuthor: `Author${markup}`,
  extra: `Extra${markup}`,
  extraNote: `Extranote${markup}`,
  note: `Note${markup}`,
  request: `Request${markup}${more}`,
  requestNote: `Requestnote${markup}`,
  comment: `Comment${markup}`,
  refusal: `Refusal${markup}`,
  collection: `Collection${markup}`,
  collectionText: `Collected${markup}`,
  night: `Night${markup}`,
  place: `Place${markup}`,
  filter: `Filter${markup}`,
  token: `Token${markup}`,
  provider: `Provider${markup}`,
  webhook: `Webhook${markup}`,
  rule: `Rule${markup}`,
  message: `Message${markup}${more}`,
  range: `Range${markup}`,
  waiting: `Waiting${markup}`,
  // From a metadata provider.
  offeredTitle: `Offered${markup}${more}`,
  offeredText: `Offeredtext${markup}${more}`,
  offeredDeveloper: `Offereddeveloper${markup}`,
  offeredPublisher: `Offeredpublisher${markup}`,
  offeredGenre: `Offeredgenre${markup}`,
  offeredFranchise: `Offeredfranchise${markup}`,
};
