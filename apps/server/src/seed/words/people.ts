// The names of invented members.

export const firstNames = [
  ...['Ada', 'Bruno', 'Chiara', 'Dmitri', 'Elif', 'Farid', 'Greta', 'Hugo', 'Inés', 'Jonas', 'Kaja', 'Liam'],
  ...['Mina', 'Noor', 'Oskar', 'Petra', 'Quentin', 'Rosa', 'Søren', 'Tara', 'Umut', 'Vera', 'Wanda', 'Yuki'],
] as const;

export const lastNames = [
  ...[
    'Abara',
    'Bauer',
    'Castro',
    'Dubois',
    'Eriksen',
    'Fischer',
    'García',
    'Hansen',
    'Ito',
    'Jansen',
    'Kowalski',
  ],
  ...[
    'Lindqvist',
    'Moreau',
    'Novak',
    'Okafor',
    'Petrov',
    'Quint',
    'Rossi',
    'Silva',
    'Tanaka',
    'Usman',
    'Weber',
  ],
] as const;
