import type { en } from './en.ts'
import { plural } from '../plural.ts'

const named = (paths: readonly string[], all: number) =>
  paths.join(', ') + (all > paths.length ? ` und ${all - paths.length} weitere` : '')

export const de: typeof en = {
  title: 'Neues Projekt',
  question: 'Wähle den Code des Projekts.',
  text: 'Atelier sucht darin zuerst nach Secrets. Danach beschreibst du die erste Änderung.',
  found: (findings) =>
    findings === 0
      ? 'Keine Secrets gefunden.'
      : `${plural(findings, 'mögliches Secret', 'mögliche Secrets')} gefunden.`,
  at: (branch, commit) => `Branch ${branch}, bei Commit ${commit}.`,
  moreFindings: (count) => `Und ${count} weitere.`,
  pastFindings: (count) =>
    `Nur in älteren Commits: ${plural(count, 'mögliches Secret oder eine Datei', 'mögliche Secrets oder Dateien')}.`,
  exampleFindings: (count) =>
    `Nur in Kommentaren, Dokumentation, Tests oder Beispielen: ${plural(count, 'Wert', 'Werte')}. Dafür musst du nichts tun.`,
  kept: (paths, all) =>
    `Nicht importiert, weil sie Zugangsdaten enthalten: ${named(paths, all)}. Lege sie auf der Seite „Secrets“ an.`,
  leftOut: (paths, all) => `Weggelassen: ${named(paths, all)}.`,
  takeFindings: 'Trotzdem importieren, mit den Secrets in der Historie',
  name: 'Name',
  stack: 'Tech-Stack',
  stackHint: 'Sprachen und Frameworks, in einer Zeile: node, python, rails.',
  import: 'Projekt anlegen',
  importing: 'Wird angelegt…',
  another: 'Anderen Code wählen',
  host: {
    title: 'Von einem Code-Host',
    text: 'Ein Repository von GitHub, GitLab, Gitea oder Forgejo, samt Historie.',
    none: 'Nach dem Verbinden erscheinen deine Repositories hier.',
    connect: 'Code-Host verbinden',
    askAdministrator: 'Inhaber und Administratoren verbinden ihn in den Einstellungen des Arbeitsbereichs.',
    connection: 'Verbindung',
    search: 'Repositories suchen',
    searchHint: 'Ein Teil des Namens, oder besitzer/name.',
    searchButton: 'Suchen',
    asking: 'Repositories werden geladen…',
    found: 'Repositories',
    nothing: 'Kein Repository mit diesem Namen, oder die Verbindung hat keinen Zugriff darauf.',
    empty: 'Die Verbindung hat noch auf kein Repository Zugriff.',
    more: 'Es gibt weitere: Suche nach einem Teil des Namens.',
    isPrivate: 'Privat',
    fetching: 'Wird geladen und nach Secrets durchsucht…',
    connectTo: (name) => `Zyklen als Pull Requests an ${name} liefern`,
    connectToText:
      'Das Projekt bleibt mit dem ursprünglichen Repository verbunden. Trennen kannst du es in den Projekteinstellungen.',
    notConnected: 'Das Projekt ist angelegt, aber noch nicht verbunden',
    openSettings: 'Einstellungen öffnen',
  },
  address: {
    title: 'Von einer Git-Adresse',
    text: 'Ein öffentliches Repository mit https-Adresse.',
    label: 'Adresse',
    placeholder: 'https://git.example.com/acme/shop',
    button: 'Importieren',
    busy: 'Wird geladen und nach Secrets durchsucht…',
  },
  codes: {
    git_fetch_failed:
      'Das Repository ließ sich nicht laden. Es wurde nichts geändert. Der Server hat nicht geantwortet oder abgebrochen. Versuche es später noch einmal.',
    git_repository_absent:
      'Dort ist kein lesbares Repository. Prüfe den Namen. Für ein privates Repository braucht der Arbeitsbereich eine Verbindung zum Code-Host.',
    git_branch_absent: 'Das Repository hat diesen Branch nicht. Es ist leer, oder der Branch heißt anders.',
  },
  upload: 'Von diesem Gerät',
  uploadText: 'Ein Ordner oder ein Git-Bundle mit Historie.',
  withoutCode: 'Oder ohne eigenen Code starten',
  sample: 'Ein Beispiel',
  sampleText: 'Ein kleiner Wortzähler mit Tests, um einen ersten Zyklus auszuprobieren.',
  sampleButton: 'Beispiel verwenden',
  empty: 'Ein leeres Projekt',
  emptyText: 'Agenten schreiben die ersten Dateien im ersten Zyklus.',
  emptyName: 'Neues Projekt',
  emptyButton: 'Leer starten',
  terminal: 'Aus einem Terminal',
  terminalText: 'Behält Historie, Links und ausführbare Dateien.',
  command: 'bin/atelier import path/to/repository',
  copy: 'Befehl kopieren',
  scan: {
    label: 'Repository hochladen',
    drop: 'Ziehe einen Ordner oder ein Git-Bundle hierher.',
    folder: 'Ordner wählen',
    bundle: 'Git-Bundle wählen',
    busy: 'Lädt hoch und sucht nach Secrets…',
    oneThing: 'Ziehe einen Ordner oder ein Bundle hierher.',
    emptyFolder: 'Dieser Ordner ist leer.',
    tooMany: 'Ein Ordner darf höchstens 100.000 Dateien haben. Verwende für diesen die Kommandozeile.',
    unreadable: 'Der Browser konnte das nicht lesen. Wähle es über den Knopf aus.',
  },
}
