import type { en } from './en.ts'

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
const named = (paths: readonly string[], all: number) =>
  paths.join(', ') + (all > paths.length ? ` und ${all - paths.length} weitere` : '')

export const de: typeof en = {
  title: 'Neues Projekt',
  question: 'Wähle den Code des Projekts.',
  text: 'Er wird nach Geheimnissen durchsucht, bevor ein Projekt daraus wird. Nichts verlässt diesen Server.',
  found: (findings) =>
    findings === 0
      ? 'Keine Geheimnisse gefunden.'
      : `${plural(findings, 'wahrscheinliches Geheimnis', 'wahrscheinliche Geheimnisse')} gefunden.`,
  at: (branch, commit) => `Branch ${branch}, bei Commit ${commit}.`,
  moreFindings: (count) => `Und ${count} weitere.`,
  kept: (paths, all) =>
    `Nicht importiert, weil sie Zugangsdaten enthalten: ${named(paths, all)}. Lege sie auf der Seite der Geheimnisse an.`,
  leftOut: (paths, all) => `Weggelassen: ${named(paths, all)}.`,
  takeFindings: 'Trotzdem importieren, mit den Geheimnissen in der Geschichte',
  name: 'Name',
  stack: 'Technik',
  stackHint: 'Sprachen und Frameworks, in einer Zeile: node, python, rails.',
  missing: 'Pflichtfeld.',
  import: 'Projekt anlegen',
  importing: 'Wird angelegt…',
  another: 'Anderen Code wählen',
  busy: 'Sucht nach Geheimnissen…',
  sample: 'Ein Beispiel',
  sampleText: 'Vier Dateien, die Wörter zählen, mit Tests, die bestehen.',
  sampleButton: 'Beispiel verwenden',
  empty: 'Ein leeres Projekt',
  emptyText: 'Sein erster Zyklus schreibt die ersten Dateien.',
  emptyName: 'Neues Projekt',
  emptyButton: 'Leer beginnen',
  terminal: 'Aus einem Terminal',
  terminalText: 'Behält die Geschichte, Verweise und ausführbare Dateien.',
  command: 'bin/atelier import path/to/repository',
  copy: 'Befehl kopieren',
  scan: {
    label: 'Repository hochladen',
    drop: 'Ziehe einen Ordner oder ein Git-Bundle hierher.',
    folder: 'Ordner wählen',
    bundle: 'Bundle wählen',
    busy: 'Lädt hoch und sucht nach Geheimnissen…',
    oneThing: 'Ziehe einen Ordner oder ein Bundle hierher.',
    emptyFolder: 'In diesem Ordner ist keine Datei.',
    tooMany: 'Ein Ordner darf bis zu 100.000 Dateien haben. Nimm für diesen die Kommandozeile.',
    unreadable: 'Der Browser konnte das nicht lesen. Wähle es mit dem Knopf.',
  },
}
