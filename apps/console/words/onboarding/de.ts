import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Deine erste Änderung, in Minuten gemergt',
  lead: 'In drei Schritten. Diesen Server verlässt nur, was das Modell liest.',
  skip: 'Überspringen',
  change: 'Ändern',

  repository: 'Ein Repository',
  repositoryText: 'Ein eigener Ordner, ein Git-Bundle oder ein kleines Beispiel.',
  goOn: (name) => `Weiter mit ${name}`,
  goOnText: 'Dein neuestes Projekt, ohne neuen Import.',
  sample: 'Ein kleiner Wortzähler: vier Dateien mit funktionierenden Tests.',

  model: 'Ein Modell',
  modelText: 'Es schreibt den Code.',
  use: 'Verwenden',

  sentence: 'Eine Änderung',
  sentenceText: 'Beschreibe in einem Satz, was anders werden soll.',
  label: 'Was soll sich ändern?',
  hint: 'Was du willst, und woran man erkennt, dass es stimmt.',
  hintOffline:
    'Es ist kein Modell verbunden. Das Offline-Modell führt nur die Codeblöcke und Befehle aus, die hier stehen.',
  example: 'Beispiel verwenden',
  begin: 'Starten',
  beginning: 'Wird gestartet…',

  then: 'So geht es weiter',
  steps: [
    ['Ein Plan', 'Aus deinem Satz werden eine oder mehrere Aufgaben, die du ändern kannst.'],
    ['Eine Sandbox je Aufgabe', 'Der Agent arbeitet an einer Kopie, ohne deine Schlüssel. Er erreicht nur das Modell.'],
    ['Deine eigenen Tests, vorher und nachher', 'Was vorher bestand, muss danach bestehen.'],
  ],
  decides: {
    each: ['Du entscheidest', 'Du siehst jede Zeile und gibst genau diesen Stand frei.'],
    shown: [
      'Gemergt oder von dir entschieden',
      'Von Tests abgedeckte Änderungen werden nach deinen Regeln automatisch gemergt. Bei allen anderen siehst du jede Zeile und gibst genau diesen Stand frei.',
    ],
    proved: [
      'Gemergt oder von dir entschieden',
      'Eine Änderung wird automatisch gemergt, wenn ein unabhängiger Test sie belegt. Bei allen anderen siehst du jede Zeile und gibst genau diesen Stand frei.',
    ],
  },
  merged: ['Gemergt und festgehalten', 'Eine neue Revision und ein Eintrag im fälschungssicheren Protokoll.'],
  terminal: 'Dasselbe im Terminal',
}
