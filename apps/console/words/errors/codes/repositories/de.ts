export const deRepositoryCodes: Readonly<Record<string, string>> = {
  no_repository: 'Hier ist kein Repository. Das Projekt hat keines, oder es wurde getrennt.',
  repository_unreachable: 'Das Repository antwortet nicht. Es wurde nichts geändert. Versuche es gleich noch einmal.',
  read_timed_out:
    'Das Lesen des Repositories hat zu lange gedauert. Es wurde nichts geändert. Versuche es gleich noch einmal.',
  branch_not_found: 'Diesen Branch gibt es nicht mehr. Er wurde gemergt oder gelöscht. Wähle einen anderen.',
  branch_moved: 'Der Branch hat sich inzwischen geändert. Es wurde nichts geändert. Versuche es noch einmal.',
  branch_too_large: 'Dieser Branch ist zu groß. Es wurde nichts geändert. Mache ihn kleiner, oder wähle einen anderen.',
  commit_not_found: 'Diesen Commit gibt es nicht. Kein Branch des Repositories führt noch zu ihm.',
  unknown_since: 'Diesen Commit gibt es nicht. Vergleiche mit einem, den das Repository hat.',
  file_not_found: 'Diese Datei gibt es nicht. Sie fehlt auf diesem Branch, ist ein Link oder wird von git ignoriert.',
  file_not_changed: 'Diese Datei ist nicht mehr geändert. Lade die Seite neu, um zu sehen, was es ist.',
  task_not_readable: 'Dort arbeitet gerade kein Agent. Was er festgehalten hat, steht unter den Branches.',
  image_too_large:
    'Dieses Bild ist zu groß. Gezeigt werden bis 10 MiB und 40 Millionen Pixel. Hole das Repository, um es zu sehen.',
  not_an_image: 'Das ist kein Bild. Dieses Format kann nicht gezeigt werden.',
  repository_attached: 'Ein anderes Projekt hat dieses Repository. Es wurde nichts geändert. Trenne es zuerst dort.',
  repository_primary: 'Das ist das erste Repository. Es wurde nichts geändert. Mache zuerst ein anderes dazu.',
  repository_holds_head:
    'In diesem Repository liegt die neueste Revision. Es wurde nichts geändert. Mache zuerst ein anderes auf Ateliers eigenem Host zum ersten.',
  code_host_failed:
    'Der Code-Host hat den Auftrag nicht ausgeführt. Es wurde nichts geändert. Teste die Verbindung und versuche es noch einmal.',
  code_host_name_taken: 'Dieser Name ist vergeben. Es wurde nichts geändert. Wähle einen anderen.',
  code_hosts_full: 'Der Arbeitsbereich hat 20 Code-Hosts. Es wurde nichts geändert. Entferne zuerst einen.',
  code_host_in_use: 'Projekte werden auf diesen Code-Host gepusht. Es wurde nichts geändert. Trenne sie zuerst.',
  chat_channel_name_taken: 'Dieser Name ist vergeben. Es wurde nichts geändert. Wähle einen anderen.',
  chat_channels_full: 'Der Arbeitsbereich hat 20 Kanäle. Es wurde nichts geändert. Entferne zuerst einen.',
  tracker_name_taken: 'Dieser Name ist vergeben. Es wurde nichts geändert. Wähle einen anderen.',
  trackers_full: 'Der Arbeitsbereich hat 20 Tracker. Es wurde nichts geändert. Entferne zuerst einen.',
  tracker_in_use: 'Projekte übernehmen Issues aus diesem Tracker. Es wurde nichts geändert. Trenne sie zuerst.',
  tracker_team_taken:
    'Ein anderes Projekt übernimmt die Issues dieses Teams. Es wurde nichts geändert. Trenne es zuerst.',
  tracker_not_linked: 'Das Projekt übernimmt keine Issues. Es ist mit keinem Tracker verknüpft.',
  project_connected: 'Das Projekt ist schon verbunden. Es wurde nichts geändert. Trenne es zuerst.',
  project_not_connected: 'Das Projekt ist nicht verbunden. Es hat keinen Code-Host.',
  project_without_history:
    'Es gibt keine Historie zum Pushen. Das Haupt-Repository liegt nicht auf Ateliers eigenem Host.',
  history_has_findings:
    'Die Historie enthält Secrets. Es wurde nichts geändert. Entferne zuerst die Befunde aus der Historie.',
  code_host_repository_absent:
    'Der Code-Host hat dieses Repository nicht. Es wurde nichts geändert. Lege es dort an, oder lass es Atelier anlegen.',
  code_host_repository_not_empty:
    'Das Repository ist nicht leer. Es wurde nichts geändert. Nenne ein leeres oder ein neues.',
  repository_backed: 'Dieses Projekt lebt auf seinem Code-Host. Seine Revisionen sind dort und werden dort gelesen.',
  too_many_repositories:
    'Das Projekt hat 50 Repositories. Es wurde nichts geändert. Trenne eines, das nicht mehr gebraucht wird.',
  revision_moved:
    'Das Projekt hat inzwischen eine neuere Revision. Es wurde nichts geändert. Lade die Seite neu, sieh dir an, was zurückgenommen würde, und versuche es noch einmal.',
  revision_is_newest: 'Das ist schon die neueste Revision. Es gibt nichts zurückzunehmen.',
  revision_of_other_repository:
    'Diese Revision liegt in einem anderen Repository. Es wurde nichts geändert. Mache erst jenes zum Haupt-Repository.',
  revision_restoring:
    'Ein anderer Zyklus kehrt schon zu dieser Revision zurück. Es wurde nichts geändert. Starte jenen oder lösche ihn erst.',
  revision_not_found: 'Diese Revision gibt es nicht. Lade die Revisionen des Projekts neu.',
  revisions_not_comparable:
    'Diese Revisionen liegen in verschiedenen Repositories. Vergleiche zwei Revisionen desselben Repositories.',
  cycle_not_delivered: 'Dieser Zyklus hat nichts geliefert. Es gibt nichts zurückzunehmen.',
  cycle_reverted:
    'Ein anderer Zyklus nimmt diesen schon zurück. Es wurde nichts geändert. Starte jenen oder lösche ihn erst.',
  revision_not_head: 'Es gibt eine neuere Revision. Lade die Seite neu und nimm jene.',
  not_a_bundle_or_tar: 'Das ist weder ein Bundle noch ein Archiv. Mache eines mit git bundle create oder mit tar.',
  scan_rejected:
    'Das kann nicht importiert werden. Etwas darin wird abgelehnt. Berichtige das Repository oder den Ordner und wähle es noch einmal.',
  scan_not_found:
    'Der geprüfte Upload ist nicht mehr da. Er wird nur eine Stunde aufbewahrt. Wähle die Datei noch einmal.',
  bundle_missing: 'Das Hochladen ist nicht zu Ende. Lade es noch einmal hoch.',
  bundle_rejected:
    'Dieses Repository kann nicht importiert werden. Dieser Import ist beendet. Berichtige das Repository und beginne einen neuen.',
  findings_present:
    'Die Historie enthält Secrets. Dann sollte dieser Import anhalten, und er ist beendet. Beginne einen neuen und wähle, was aus ihnen wird.',
  idempotency_key_reused: 'Damit wurde schon ein anderer Import gestartet. Beginne einen neuen.',
  import_claimed: 'Dieser Import wird schon abgeschlossen. Warte auf ihn.',
  import_expired: 'Dieser Import hat zu lange gedauert. Beginne einen neuen.',
  check_timeout: 'Der Server ist überlastet. Es wurde nichts geändert. Versuche es in einer Weile noch einmal.',
  sandbox_budget:
    'Keine Sandbox ist frei. Es wurde nichts geändert. Versuche es noch einmal, wenn eine frei ist. Wer den Server betreibt, kann mit ATELIER_SANDBOX_LIMIT mehr zulassen.',
  no_revision: 'Das Projekt hat noch keine Revision. Importiere zuerst ein Repository.',
  terminal_off: 'Dieser Server bietet kein SSH. Wer ihn betreibt, kann es einschalten.',
  storage_full:
    'Die Platte des Servers ist voll oder schreibgeschützt. Es wurde nichts gespeichert. Wer ihn betreibt, muss Platz schaffen oder sie beschreibbar machen.',
  secret_file_changed: 'Jemand war schneller. Es wurde nichts gespeichert. Versuche es noch einmal.',
  secret_source_not_found: 'Aus dieser Datei kommt kein Secret. Lade die Seite neu.',
  too_many_environments:
    'Das Projekt hat 20 Umgebungen. Es wurde nichts geändert. Lösche eine, oder schreibe die Variablen in eine, die es gibt.',
}
