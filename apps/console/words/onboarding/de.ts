import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Deine erste Änderung, in Minuten gemergt',
  lead: 'Drei Schritte. Nur was das Modell liest, verlässt diesen Server.',
  skip: 'Überspringen',
  change: 'Ändern',

  repository: 'Ein Repository',
  repositoryText: 'Ein Ordner oder ein Git-Bundle von dir, oder ein kleines Beispiel.',
  goOn: (name) => `Weiter mit ${name}`,
  sample: 'Vier Dateien, die Wörter zählen, mit Tests, die bestehen.',

  model: 'Ein Modell',
  modelText: 'Es schreibt den Code.',
  use: 'Verwenden',

  sentence: 'Eine Änderung',
  sentenceText: 'Sag in einem Satz, was anders sein soll.',
  label: 'Was soll anders sein?',
  hint: 'Was du willst, und woran man es prüft.',
  hintOffline:
    'Kein Modell ist verbunden. Das Offline-Modell wendet nur die Codeblöcke und Befehle an, die hier stehen.',
  example: 'Beispiel verwenden',
  begin: 'Starten',
  beginning: 'Wird gestartet…',

  then: 'Was dann geschieht',
  steps: [
    ['Ein Plan', 'Aus deinem Satz werden eine oder mehrere Aufgaben. Du kannst sie ändern.'],
    [
      'Eine Sandbox je Aufgabe',
      'Der Agent arbeitet an einer Kopie, ohne deine Schlüssel. Erreichbar ist nur das Modell.',
    ],
    ['Deine eigenen Tests, vorher und nachher', 'Was vorher bestand, muss danach bestehen.'],
  ],
  decides: {
    each: ['Du entscheidest', 'Du siehst jede Zeile und gibst genau diese Bytes frei.'],
    shown: [
      'Gemergt, oder von dir entschieden',
      'Eine Änderung, die Tests beweisen oder belegen, wird von selbst gemergt, so wie deine Regeln es sagen. Andere warten: Du siehst jede Zeile und gibst genau diese Bytes frei.',
    ],
    proved: [
      'Gemergt, oder von dir entschieden',
      'Eine Änderung wird von selbst gemergt, wenn ein Test sie beweist, den ihr Agent nicht geschrieben hat. Andere warten: Du siehst jede Zeile und gibst genau diese Bytes frei.',
    ],
  },
  merged: [
    'Gemergt und festgehalten',
    'Eine neue Revision, und ein Eintrag in einem Protokoll, das jede Fälschung zeigt.',
  ],
  terminal: 'Dasselbe im Terminal',
}
