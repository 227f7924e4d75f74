import type { ErrorText } from '../../en.ts'
import { unchanged } from '../unchanged.ts'

export const deRepositoryCodes: Readonly<Record<string, ErrorText>> = {
  no_repository: { title: 'Hier ist kein Repository', text: 'Das Projekt hat keines, oder es wurde getrennt.' },
  repository_unreachable: unchanged('Das Repository antwortet nicht', 'Versuche es gleich noch einmal.'),
  read_timed_out: unchanged('Das Lesen des Repositories hat zu lange gedauert', 'Versuche es gleich noch einmal.'),
  branch_not_found: {
    title: 'Diesen Branch gibt es nicht mehr',
    text: 'Er wurde gemergt oder gelöscht. Wähle einen anderen.',
  },
  branch_moved: unchanged('Der Branch hat sich inzwischen geändert', 'Versuche es noch einmal.'),
  branch_too_large: unchanged('Dieser Branch ist zu groß', 'Mache ihn kleiner, oder wähle einen anderen.'),
  commit_not_found: { title: 'Diesen Commit gibt es nicht', text: 'Kein Branch des Repositories führt noch zu ihm.' },
  unknown_since: { title: 'Diesen Commit gibt es nicht', text: 'Vergleiche mit einem, den das Repository hat.' },
  file_not_found: {
    title: 'Diese Datei gibt es nicht',
    text: 'Sie fehlt auf diesem Branch, ist ein Link oder wird von git ignoriert.',
  },
  file_not_changed: {
    title: 'Diese Datei ist nicht mehr geändert',
    text: 'Lade die Seite neu, um zu sehen, was es ist.',
  },
  task_not_readable: {
    title: 'Dort arbeitet gerade kein Agent',
    text: 'Was er festgehalten hat, steht unter den Branches.',
  },
  image_too_large: {
    title: 'Dieses Bild ist zu groß',
    text: 'Gezeigt werden bis 10 MiB und 40 Millionen Pixel. Hole das Repository, um es zu sehen.',
  },
  not_an_image: { title: 'Das ist kein Bild', text: 'Dieses Format kann nicht gezeigt werden.' },
  repository_attached: unchanged('Ein anderes Projekt hat dieses Repository', 'Trenne es zuerst dort.'),
  repository_primary: unchanged('Das ist das erste Repository', 'Mache zuerst ein anderes dazu.'),
  repository_holds_head: unchanged(
    'In diesem Repository liegt die neueste Revision',
    'Mache zuerst ein anderes auf Ateliers eigenem Host zum ersten.',
  ),
  code_host_failed: unchanged(
    'Der Code-Host hat den Auftrag nicht ausgeführt',
    'Teste die Verbindung und versuche es noch einmal.',
  ),
  code_host_name_taken: unchanged('Dieser Name ist vergeben', 'Wähle einen anderen.'),
  code_hosts_full: unchanged('Der Arbeitsbereich hat 20 Code-Hosts', 'Entferne zuerst einen.'),
  code_host_in_use: unchanged('Projekte werden auf diesen Code-Host gepusht', 'Trenne sie zuerst.'),
  chat_channel_name_taken: unchanged('Dieser Name ist vergeben', 'Wähle einen anderen.'),
  chat_channels_full: unchanged('Der Arbeitsbereich hat 20 Kanäle', 'Entferne zuerst einen.'),
  tracker_name_taken: unchanged('Dieser Name ist vergeben', 'Wähle einen anderen.'),
  trackers_full: unchanged('Der Arbeitsbereich hat 20 Tracker', 'Entferne zuerst einen.'),
  tracker_in_use: unchanged('Projekte übernehmen Issues aus diesem Tracker', 'Trenne sie zuerst.'),
  tracker_team_taken: unchanged('Ein anderes Projekt übernimmt die Issues dieses Teams', 'Trenne es zuerst.'),
  tracker_not_linked: { title: 'Das Projekt übernimmt keine Issues', text: 'Es ist mit keinem Tracker verknüpft.' },
  project_connected: unchanged('Das Projekt ist schon verbunden', 'Trenne es zuerst.'),
  project_not_connected: { title: 'Das Projekt ist nicht verbunden', text: 'Es hat keinen Code-Host.' },
  project_without_history: {
    title: 'Es gibt keine Historie zum Pushen',
    text: 'Das Haupt-Repository liegt nicht auf Ateliers eigenem Host.',
  },
  history_has_findings: unchanged('Die Historie enthält Secrets', 'Entferne zuerst die Befunde aus der Historie.'),
  code_host_repository_absent: unchanged(
    'Der Code-Host hat dieses Repository nicht',
    'Lege es dort an, oder lass es Atelier anlegen.',
  ),
  code_host_repository_not_empty: unchanged('Das Repository ist nicht leer', 'Nenne ein leeres oder ein neues.'),
  repository_backed: {
    title: 'Dieses Projekt lebt auf seinem Code-Host',
    text: 'Seine Revisionen sind dort und werden dort gelesen.',
  },
  too_many_repositories: unchanged('Das Projekt hat 50 Repositories', 'Trenne eines, das nicht mehr gebraucht wird.'),
  revision_moved: unchanged(
    'Das Projekt hat inzwischen eine neuere Revision',
    'Lade die Seite neu, sieh dir an, was zurückgenommen würde, und versuche es noch einmal.',
  ),
  revision_is_newest: { title: 'Das ist schon die neueste Revision', text: 'Es gibt nichts zurückzunehmen.' },
  revision_of_other_repository: unchanged(
    'Diese Revision liegt in einem anderen Repository',
    'Mache erst jenes zum Haupt-Repository.',
  ),
  revision_restoring: unchanged(
    'Ein anderer Zyklus kehrt schon zu dieser Revision zurück',
    'Starte jenen oder lösche ihn erst.',
  ),
  revision_not_found: { title: 'Diese Revision gibt es nicht', text: 'Lade die Revisionen des Projekts neu.' },
  revisions_not_comparable: {
    title: 'Diese Revisionen liegen in verschiedenen Repositories',
    text: 'Vergleiche zwei Revisionen desselben Repositories.',
  },
  cycle_not_delivered: { title: 'Dieser Zyklus hat nichts geliefert', text: 'Es gibt nichts zurückzunehmen.' },
  cycle_reverted: unchanged('Ein anderer Zyklus nimmt diesen schon zurück', 'Starte jenen oder lösche ihn erst.'),
  revision_not_head: { title: 'Es gibt eine neuere Revision', text: 'Lade die Seite neu und nimm jene.' },
  not_a_bundle_or_tar: {
    title: 'Das ist weder ein Bundle noch ein Archiv',
    text: 'Mache eines mit git bundle create oder mit tar.',
  },
  scan_rejected: {
    title: 'Das kann nicht importiert werden',
    text: 'Etwas darin wird abgelehnt. Berichtige das Repository oder den Ordner und wähle es noch einmal.',
  },
  scan_not_found: {
    title: 'Der geprüfte Upload ist nicht mehr da',
    text: 'Er wird nur eine Stunde aufbewahrt. Wähle die Datei noch einmal.',
  },
  bundle_missing: { title: 'Das Hochladen ist nicht zu Ende', text: 'Lade es noch einmal hoch.' },
  bundle_rejected: {
    title: 'Dieses Repository kann nicht importiert werden',
    text: 'Dieser Import ist beendet. Berichtige das Repository und beginne einen neuen.',
  },
  findings_present: {
    title: 'Die Historie enthält Secrets',
    text: 'Dann sollte dieser Import anhalten, und er ist beendet. Beginne einen neuen und wähle, was aus ihnen wird.',
  },
  idempotency_key_reused: { title: 'Damit wurde schon ein anderer Import gestartet', text: 'Beginne einen neuen.' },
  import_claimed: { title: 'Dieser Import wird schon abgeschlossen', text: 'Warte auf ihn.' },
  import_expired: { title: 'Dieser Import hat zu lange gedauert', text: 'Beginne einen neuen.' },
  check_timeout: unchanged('Der Server ist überlastet', 'Versuche es in einer Weile noch einmal.'),
  sandbox_budget: unchanged(
    'Keine Sandbox ist frei',
    'Versuche es noch einmal, wenn eine frei ist. Wer den Server betreibt, kann mit ATELIER_SANDBOX_LIMIT mehr zulassen.',
  ),
  no_revision: { title: 'Das Projekt hat noch keine Revision', text: 'Importiere zuerst ein Repository.' },
  terminal_off: { title: 'Dieser Server bietet kein SSH', text: 'Wer ihn betreibt, kann es einschalten.' },
  storage_full: {
    title: 'Die Platte des Servers ist voll oder schreibgeschützt',
    text: 'Es wurde nichts gespeichert. Wer ihn betreibt, muss Platz schaffen oder sie beschreibbar machen.',
  },
  secret_file_changed: { title: 'Jemand war schneller', text: 'Es wurde nichts gespeichert. Versuche es noch einmal.' },
  secret_source_not_found: { title: 'Aus dieser Datei kommt kein Secret', text: 'Lade die Seite neu.' },
  too_many_environments: unchanged(
    'Das Projekt hat 20 Umgebungen',
    'Lösche eine, oder schreibe die Variablen in eine, die es gibt.',
  ),
}
