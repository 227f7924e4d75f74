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
  which: 'Modell',
  offline: 'Offline-Modell',
  offlineText: 'Wendet nur Codeblöcke an. Zum Ausprobieren ohne Modell.',
  ofServer: 'Ein Modell dieses Servers',
  ofWorkspace: 'Ein Endpunkt dieses Arbeitsbereichs',
  foundServer: (place) => `Läuft auf dem Rechner dieses Servers, unter ${place}. Kostenlos.`,
  foundKey: (variable) => `Mit dem Schlüssel ${variable} aus der Umgebung dieses Servers`,
  foundPrice: ({ inputUsdPerMillion: input, outputUsdPerMillion: output, pricedOn }) =>
    pricedOn === null
      ? 'Stellt ihm eine Frage. Ein Modellserver auf diesem Rechner kostet nichts.'
      : `Stellt ihm eine Frage. Eine Million Token kostet $${input} als Eingabe und $${output} als Ausgabe (Preisliste vom ${pricedOn}).`,
  tryFound: 'Ausprobieren und anlegen',
  unusable: (count) => `${count} gefunden, aber nicht verwendbar`,
  yours: 'Dein Endpunkt',
  yoursText: 'Jede API, die mit OpenAI oder Anthropic verträglich ist',
  address: 'Adresse',
  addressHint: 'Öffentlich und https, bis zur Version: https://api.example.com/v1',
  name: 'Modell',
  nameHint: 'Wie der Endpunkt es nennt.',
  key: 'Schlüssel',
  keyHint: 'Wird verschlüsselt gespeichert. Agenten sehen ihn nie.',
  input: 'Eingabe, in USD je Million Token',
  output: 'Ausgabe, in USD je Million Token',
  priceHint: 'Danach rechnen Obergrenzen. 0 heißt kostenlos.',
  missing: 'Pflichtfeld.',
  badAddress: 'Schreibe sie wie https://api.example.com/v1.',
  badPrice: 'Schreibe eine Zahl wie 1.25.',
  add: 'Anlegen',
  adding: 'Wird angelegt…',
  test: 'Testen',
  testing: 'Wird getestet…',
  works: 'Es streamt und ruft Werkzeuge auf',
  worksNot: 'Agenten können es nicht benutzen: Es muss Antworten streamen und Werkzeuge aufrufen.',
  remove: 'Entfernen',
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
    ['Du entscheidest', 'Du siehst jede Zeile und gibst genau diese Bytes frei.'],
    ['Gemergt und festgehalten', 'Eine neue Revision, und ein Eintrag in einem Protokoll, das jede Fälschung zeigt.'],
  ],
  terminal: 'Dasselbe im Terminal',
}
