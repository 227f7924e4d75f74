import type { ErrorText } from '../../en.ts'
import { unchanged } from '../unchanged.ts'

export const deWorkCodes: Readonly<Record<string, ErrorText>> = {
  dispatch_failed: {
    title: 'Der Lauf ließ sich nicht starten',
    text: 'Es wurde nichts gestartet. Versuche es noch einmal.',
  },
  ai_input_refused: {
    title: 'Diese Datei oder Adresse wird nicht angenommen',
    text: 'Wähle eine andere, oder speichere das Dokument in einem lesbaren Format.',
  },
  ai_upstream_failed: { title: 'Der andere Server hat nicht geantwortet', text: 'Versuche es später noch einmal.' },
  ai_capability_disabled: {
    title: 'Dieser Server kann das noch nicht',
    text: 'Die Administration kann unter Einstellungen, Modelle ein Modell dafür verbinden; wer den Server betreibt, kann Programme dafür einrichten.',
  },
  ai_batch_key_reused: {
    title: 'Dieser Schlüssel gehört zu einem anderen Batch',
    text: 'Nimm für einen neuen Batch einen neuen Schlüssel.',
  },
  ai_page_without_picture: { title: 'Von dieser Seite gibt es kein Bild', text: 'Nur PDFs und Bilder haben welche.' },
  ai_page_not_found: unchanged('Diese Seite gibt es nicht'),
  attachment_needs_message: { title: 'Diese Datei braucht eine Nachricht', text: 'Schicke sie mit einer Nachricht.' },
  attachment_type_differs: {
    title: 'Diese Datei ist nicht, was ihr Typ sagt',
    text: 'Wähle sie noch einmal, oder speichere sie in dem Format, das ihr Name nennt.',
  },
  too_many_attachments: { title: 'Dieser Zyklus hat schon 200 Dateien', text: 'Entferne zuerst einige.' },
  attachments_full: {
    title: 'Für Dateien ist kein Platz mehr',
    text: 'Dateien werden ein Jahr nach ihrer letzten Verwendung entfernt.',
  },
  proof_too_large: { title: 'Für einen Nachweis ist das zu viel', text: 'Weise die Teile einzeln nach.' },
  proof_log_broken: {
    title: 'Das Protokoll ist beschädigt und weist nichts nach',
    text: 'Sage dem Betreiber Bescheid.',
  },
  bill_not_delivered: {
    title: 'Dieser Zyklus hat nichts geliefert',
    text: 'Eine Stückliste gibt es von dem, was geliefert ist.',
  },
  bill_not_made: {
    title: 'Die Lockdateien des gelieferten Commits waren nicht zu lesen',
    text: 'Versuche es in einigen Minuten noch einmal.',
  },
  affected_not_asked: {
    title: 'Die Frage nennt kein Paket',
    text: 'Gib einen ganzen OSV-Eintrag an, oder die Art und den Namen eines Pakets.',
  },
  affected_no_record: {
    title: 'Das ist kein Eintrag, wie OSV ihn veröffentlicht',
    text: 'Ihm fehlt die Liste „affected“.',
  },
  notice_in_future: {
    title: 'Diese Zeit liegt in der Zukunft',
    text: 'Ein Eintrag sagt, was geschehen ist: gib eine Zeit an, die vergangen ist.',
  },
  acceptance_frozen: {
    title: 'Die Abnahmetests bleiben, wie sie sind',
    text: 'Ein Lauf arbeitet am Zyklus, oder er ist abgeschlossen. Halte ihn an, um sie zu ändern.',
  },
  acceptance_has_secret: {
    title: 'Eine Testdatei enthält ein Secret',
    text: 'Entferne es: Tests bekommen keine Secrets.',
  },
  acceptance_not_a_test: {
    title: 'Ein Pfad ist nicht der eines Tests',
    text: 'Jeder Pfad steht einmal da, vom Repository aus, unter einem Namen, den der Testläufer findet.',
  },
  acceptance_too_large: { title: 'Die Testdateien sind zu groß', text: 'Zusammen haben sie höchstens 64 KiB.' },
  attachment_not_readable: { title: 'Diese Datei hat keinen Text', text: 'Lade sie stattdessen herunter.' },
  attachment_sent: { title: 'Diese Datei ist schon verschickt', text: 'Die Agentur kann sie entfernen.' },
  ai_document_being_read: { title: 'Dieses Dokument wird noch gelesen', text: 'Lösche es, sobald das zu Ende ist.' },
  ai_document_not_reviewed: {
    title: 'Dieses Dokument braucht keine Entscheidung',
    text: 'Nur über Seiten eines kritischen, gelesenen Dokuments wird entschieden.',
  },
  ai_asset_type_differs: {
    title: 'Diese Datei ist nicht, was ihr Typ sagt',
    text: 'Wähle sie noch einmal, oder speichere sie in dem Format, das ihr Name nennt.',
  },
  ai_asset_unavailable: { title: 'Die Datei ließ sich nicht vorbereiten', text: 'Versuche es noch einmal.' },
  ai_transcription_without_times: {
    title: 'Hierzu gibt es keine Untertitel',
    text: 'Das Modell nennt keine Zeiten, oder die Dateien wurden entfernt.',
  },
  ai_video_not_reviewable: {
    title: 'Es gibt noch kein Video zu beurteilen',
    text: 'Es ist nicht fertig, oder es ist fehlgeschlagen.',
  },
  ai_assets_full: { title: 'Der Platz für Dateien ist belegt', text: 'Die Datei wurde nicht gespeichert.' },
  previews_switched_off: {
    title: 'Vorschauen sind ausgeschaltet',
    text: 'Wer den Server betreibt, kann sie einschalten.',
  },
  deployment_repo_ambiguous: {
    title: 'Das Projekt hat mehrere Repositories',
    text: 'Wähle das, das bereitgestellt werden soll, oder bestimme ein Haupt-Repository.',
  },
  deployment_not_served: {
    title: 'Dieses Deployment ist nicht erreichbar',
    text: 'Nur ein laufendes Deployment lässt sich öffnen.',
  },
  preview_sharing_off: {
    title: 'Dieses Projekt erlaubt keine geteilten Links',
    text: 'Erlaube sie zuerst auf der Seite „Deployments“.',
  },
  too_many_preview_shares: {
    title: 'Es gibt schon 50 geteilte Links',
    text: 'Entferne einen, der nicht mehr gebraucht wird.',
  },
  domain_not_served: unchanged('Unter dieser Domain ist kein Deployment erreichbar'),
  deployment_serves: unchanged('Dieses Deployment ist schon erreichbar'),
  deployment_never_served: {
    title: 'Dieses Deployment war nie erreichbar',
    text: 'Kehre zu einem zurück, das es war.',
  },
  deployment_build_removed: {
    title: 'Der Build dieses Deployments wurde entfernt',
    text: 'Alte Builds werden entfernt, um Platz zu schaffen. Stelle neu bereit, oder kehre zu einem neueren zurück.',
  },
  desktop_unavailable: { title: 'Hier gibt es keine Desktops', text: 'Lass den Zyklus in einer Sandbox laufen.' },
  harness_not_installed: {
    title: 'Das Programm dieses Agenten ist nicht installiert',
    text: 'Wähle in den Einstellungen des Projekts ein anderes, oder frage, wer den Server betreibt.',
  },
  model_unavailable: {
    title: 'Das Modell dieses Agenten lässt sich nicht verwenden',
    text: 'Es ist nicht da, oder es hat keinen Preis, und eine Kostengrenze könnte nicht halten. Wähle ein anderes.',
  },
  no_agent: {
    title: 'Kein Agent kann das',
    text: 'Der des Projekts ist ausgeschaltet oder führt keine Aufgaben aus. Wähle einen anderen.',
  },
  project_active: unchanged('In diesem Projekt läuft gerade ein Zyklus', 'Halte ihn an oder warte, bis er fertig ist.'),
  project_not_archived: unchanged('Dieses Projekt ist nicht archiviert'),
  project_not_found: {
    title: 'Dieses Projekt gibt es nicht',
    text: 'Es wurde gelöscht, oder du darfst es nicht sehen.',
  },
  no_change_to_comment: {
    title: 'Noch gibt es keine Zeile zum Kommentieren',
    text: 'Diese Aufgabe hat nichts gebaut. Kommentiere die Aufgabe selbst.',
  },
  no_run: { title: 'Noch nicht gelaufen', text: 'Einzelheiten erscheinen, sobald ein Lauf begonnen hat.' },
  letter_token_not_found: {
    title: 'Dieser Link gilt nicht',
    text: 'Oder das Konto wurde gelöscht. Nach dem Anmelden lassen sich E-Mails abschalten.',
  },
  no_evidence: {
    title: 'Noch gibt es nichts zu prüfen',
    text: 'Diese Aufgabe hat nichts gebaut, oder ihr Lauf wurde angehalten.',
  },
  too_many_drafts: {
    title: 'Du hast 50 Kommentare, die nicht abgeschickt sind',
    text: 'Schicke die Änderung mit ihnen zurück, oder lösche einige.',
  },
  message_id_taken: { title: 'Das wurde nicht gespeichert', text: 'Sende es noch einmal.' },
  no_selector: { title: 'Es sind keine Ereignisse ausgewählt', text: 'Wähle mindestens eines.' },
  administrators_only: unchanged(
    'Dieser Agent gehört dem ganzen Arbeitsbereich',
    'Ändern können ihn Inhaber und Administratoren.',
  ),
  agent_intake_taken: unchanged('Ein anderer Agent sortiert schon Vorschläge', 'Schalte jenen zuerst aus.'),
  agent_name_taken: unchanged('So heißt schon ein Agent', 'Wähle einen anderen Namen.'),
  no_preference: { title: 'Hier ist nichts eingestellt', text: 'Es gilt die Einstellung der Ebene darüber.' },
  program_refused: {
    title: 'Dieses Programm lässt sich nicht verbinden',
    text: 'Wende dich an den Hersteller oder starte die Verbindung im Programm neu.',
  },
  found_model_unusable: { title: 'So lässt es sich nicht verwenden', text: 'Der Grund steht in der Liste darüber.' },
  found_models_not_offered: {
    title: 'Dieser Server bietet die Modelle auf seinem Rechner nicht an',
    text: 'Wer ihn betreibt, kann das einschalten.',
  },
  model_endpoint_in_use: unchanged('Ein Modell dieses Endpunkts wird benutzt', 'Wähle dort zuerst ein anderes Modell.'),
  model_endpoint_name_taken: unchanged('So heißt schon ein Endpunkt', 'Wähle einen anderen Namen.'),
  model_endpoints_full: unchanged('Der Arbeitsbereich hat 20 Endpunkte', 'Lösche zuerst einen.'),
  webhook_disabled: { title: 'Dieser Webhook ist ausgeschaltet', text: 'Schalte ihn zuerst ein.' },
  webhook_delivery_is_test: {
    title: 'Das war ein Test',
    text: 'Er handelt von keinem Ereignis. Schicke stattdessen einen neuen.',
  },
  webhook_replaying: { title: 'Ein anderer Zeitraum wird noch einmal geschickt', text: 'Warte, bis das zu Ende ist.' },
  webhooks_full: unchanged('Der Arbeitsbereich hat 20 Webhooks', 'Lösche zuerst einen.'),
  too_many_invitations: unchanged('Es gibt 500 offene Einladungen', 'Ziehe zuerst einige zurück.'),
  scope_above_role: unchanged(
    'Ein Schlüssel kann nicht mehr als du',
    'Schlüssel, die verwalten, macht nur, wer es selbst darf.',
  ),
  lead_list_is_workbook: unchanged(
    'Diese Arbeitsmappe ist kein XLSX oder verschlüsselt',
    'Speichere sie ohne Passwort als XLSX oder CSV.',
  ),
  lead_list_unpacks_too_large: unchanged(
    'Diese Arbeitsmappe enthält zu viel',
    'Speichere ihr Blatt als CSV und lade das hoch.',
  ),
  lead_list_unreadable: unchanged('Das ist keine Liste', 'Vielleicht fehlt ein Anführungszeichen.'),
  campaign_not_running: unchanged('Die Kampagne läuft nicht'),
  opted_out: { title: 'Dieser Kontakt hat sich abgemeldet', text: 'Er bekommt keine Mail.' },
  suppressed: unchanged('Dieser Kontakt steht auf der Sperrliste'),
  region_excluded: unchanged('Die Kampagne schließt dieses Land aus'),
  refused_before: {
    title: 'Diese Person hat in einem anderen Akquise-Projekt abgelehnt',
    text: 'Bestätige sie für dieses Projekt, um ihr zu schreiben.',
  },
  no_sendable_address: unchanged('Es wurde keine geprüfte Adresse gefunden'),
  lookup_required: unchanged('Dieser Kontakt wurde nie nachgeschlagen', 'Setze ihn auf neu.'),
  growth_project_archived: unchanged('Dieses Akquise-Projekt ist archiviert', 'Hole es zuerst aus dem Archiv.'),
  growth_project_not_archived: unchanged('Dieses Akquise-Projekt ist nicht archiviert'),
  growth_provider_without_key: unchanged('Für diesen Anbieter fehlt ein Schlüssel', 'Speichere zuerst einen.'),
  growth_provider_cannot_serve: unchanged(
    'Ein Anbieter kann das nicht abfragen',
    'Lade die Seite neu, um die passenden zu sehen.',
  ),
  growth_provider_not_comparable: {
    title: 'Ein Anbieter lässt sich nicht vergleichen',
    text: 'Er findet keine Adressen, antwortet nur im Hintergrund, ist aus oder hat keinen Schlüssel. Wähle andere.',
  },
  growth_hard_cap_reached: {
    title: 'Die Obergrenze der Akquise ist erreicht',
    text: 'Es wurde nichts abgefragt. Erhöhe sie in den Akquise-Einstellungen oder vergleiche weniger Kontakte.',
  },
  growth_plan_cap_reached: {
    title: 'Der Tarif dieses Arbeitsbereichs ist aufgebraucht',
    text: 'Es wurde nichts abgefragt. Bitte den Betreiber um mehr, speichere einen eigenen Schlüssel, oder vergleiche weniger Kontakte.',
  },
  growth_free_credit_used: {
    title: 'Das freie Guthaben dieses Arbeitsbereichs ist aufgebraucht',
    text: 'Es wurde nichts abgefragt. Speichere einen eigenen Schlüssel, oder bitte den Betreiber um einen Tarif.',
  },
  growth_opt_out_for_administrators: unchanged('Eine Abmeldung nimmt nur die Inhaberin oder ein Administrator zurück'),
  growth_opt_out_lasts: {
    title: 'Diese Abmeldung lässt sich nicht zurücknehmen',
    text: 'Die Mail sagt nichts als den Wunsch, oder der Kontakt hat sich auch anders abgemeldet.',
  },
  growth_message_not_received: unchanged('Nur eingegangene Mails lassen sich einordnen'),
  growth_reply_refused: {
    title: 'Das Postfach hat die Mail abgelehnt',
    text: 'In der Unterhaltung steht, was es gemeldet hat. Die Mail wird nicht noch einmal gesendet.',
  },
  growth_sending_not_set_up: unchanged('Kein Postfach kann senden', 'Verbinde eines, oder setze eines fort.'),
  growth_no_lead_to_look_up: unchanged('Kein Kontakt wartet auf eine Abfrage'),
  growth_run_active: unchanged('Eine Recherche läuft', 'Warte, bis sie zu Ende ist.'),
  growth_brain_changed: unchanged('Die Beschreibung wurde inzwischen ersetzt', 'Lade die Seite neu.'),
  growth_brain_not_found: { title: 'Diese Version gibt es nicht', text: 'Lade die Seite neu.' },
  suppression_not_removable: {
    title: 'Dieser Eintrag bleibt',
    text: 'Der Empfänger oder eine Löschung hat ihn eingetragen.',
  },
  passkey_not_found: { title: 'Diesen Passkey gibt es nicht mehr', text: 'Er wurde entfernt. Lade die Seite neu.' },
  session_not_found: { title: 'Diese Sitzung ist zu Ende', text: 'Lade die Seite neu.' },
  sign_in_first: {
    title: 'Melde dich zuerst an',
    text: 'Als die Person, deren Adresse sich ändern soll. Öffne dann den Link noch einmal.',
  },
  password_needed: { title: 'Ein Passwort ist nötig', text: 'In diesem Browser wurde das Konto nicht angelegt.' },
  start_link_refused: {
    title: 'Dieser Link gilt nicht mehr',
    text: 'Er wurde benutzt oder ist zu alt. Starte den Server neu, oder melde dich mit dem Passwort an.',
  },
}
