import type { en } from './en.ts'

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
const named = (paths: readonly string[], all: number) =>
  paths.join(', ') + (all > paths.length ? ` und ${all - paths.length} weitere` : '')

export const de: typeof en = {
  title: 'Neues Projekt',
  question: 'Wähle den Code des Projekts.',
  text: 'Er wird nach Secrets durchsucht und zu einem Projekt; dann beschreibst du die erste Änderung.',
  found: (findings) =>
    findings === 0
      ? 'Keine Secrets gefunden.'
      : `${plural(findings, 'wahrscheinliches Secret', 'wahrscheinliche Secrets')} gefunden.`,
  at: (branch, commit) => `Branch ${branch}, bei Commit ${commit}.`,
  moreFindings: (count) => `Und ${count} weitere.`,
  pastFindings: (count) =>
    `Nur in älteren Commits: ${plural(count, 'wahrscheinliches Secret oder eine Datei', 'wahrscheinliche Secrets oder Dateien')}.`,
  exampleFindings: (count) =>
    `In Kommentaren, Dokumentation, Tests oder Beispielen, oder Platzhalter: ${plural(count, 'Wert', 'Werte')}. Dafür ist nichts zu tun.`,
  kept: (paths, all) =>
    `Nicht importiert, weil sie Zugangsdaten enthalten: ${named(paths, all)}. Lege sie auf der Seite der Secrets an.`,
  leftOut: (paths, all) => `Weggelassen: ${named(paths, all)}.`,
  takeFindings: 'Trotzdem importieren, mit den Secrets in der Geschichte',
  name: 'Name',
  stack: 'Technik',
  stackHint: 'Sprachen und Frameworks, in einer Zeile: node, python, rails.',
  import: 'Projekt anlegen',
  importing: 'Wird angelegt…',
  another: 'Anderen Code wählen',
  busy: 'Sucht nach Secrets…',
  host: {
    title: 'Von einem Code-Host',
    text: 'Ein Repository von GitHub, GitLab, Gitea oder Forgejo, mit seiner Geschichte.',
    none: 'Sobald einer verbunden ist, sind seine Repositories hier.',
    connect: 'Code-Host verbinden',
    askAdministrator: 'Wer den Arbeitsbereich verwaltet, verbindet ihn in dessen Einstellungen.',
    connection: 'Verbindung',
    search: 'Repositories suchen',
    searchHint: 'Ein Teil des Namens, oder besitzer/name.',
    searchButton: 'Suchen',
    asking: 'Liest die Repositories…',
    found: 'Repositories',
    nothing: 'Kein Repository heißt so, oder die Verbindung sieht es nicht.',
    empty: 'Die Verbindung sieht noch kein Repository.',
    more: 'Der Host hat weitere: Suche nach einem Teil des Namens.',
    isPrivate: 'Privat',
    fetching: 'Wird geholt und nach Secrets durchsucht…',
    connectTo: (name) => `Zyklen als Pull Requests an ${name} liefern`,
    connectToText:
      'Das Projekt wird mit dem Repository verbunden, aus dem es kommt. In seinen Einstellungen kannst du es trennen.',
    notConnected: 'Das Projekt ist angelegt und noch nicht verbunden',
    openSettings: 'Einstellungen öffnen',
  },
  address: {
    title: 'Von einer Git-Adresse',
    text: 'Ein öffentliches Repository, das git über https ohne Passwort klont.',
    label: 'Adresse',
    placeholder: 'https://git.example.com/acme/shop',
    button: 'Holen',
    busy: 'Wird geholt und nach Secrets durchsucht…',
  },
  codes: {
    git_fetch_failed: {
      title: 'Das Repository wurde nicht geholt',
      text: 'Nichts wurde geändert. Der Server hat nicht geantwortet oder abgebrochen. Versuche es später noch einmal.',
    },
    git_repository_absent: {
      title: 'Dort ist kein Repository zu lesen',
      text: 'Prüfe den Namen. Für ein privates Repository braucht der Arbeitsbereich eine Verbindung zum Code-Host.',
    },
    git_branch_absent: {
      title: 'Das Repository hat diesen Branch nicht',
      text: 'Es ist leer, oder der Branch heißt anders.',
    },
  },
  upload: 'Von diesem Rechner',
  uploadText: 'Ein Ordner oder ein Git-Bundle.',
  withoutCode: 'Oder ohne Code beginnen',
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
    busy: 'Lädt hoch und sucht nach Secrets…',
    oneThing: 'Ziehe einen Ordner oder ein Bundle hierher.',
    emptyFolder: 'In diesem Ordner ist keine Datei.',
    tooMany: 'Ein Ordner darf bis zu 100.000 Dateien haben. Nimm für diesen die Kommandozeile.',
    unreadable: 'Der Browser konnte das nicht lesen. Wähle es mit dem Knopf.',
  },
}
