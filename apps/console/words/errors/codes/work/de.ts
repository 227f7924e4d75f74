export const deWorkCodes: Readonly<Record<string, string>> = {
  dispatch_failed: 'Der Lauf ließ sich nicht starten. Es wurde nichts gestartet. Versuche es noch einmal.',
  ai_input_refused:
    'Diese Datei oder Adresse wird nicht angenommen. Wähle eine andere, oder speichere das Dokument in einem lesbaren Format.',
  ai_upstream_failed: 'Der andere Server hat nicht geantwortet. Versuche es später noch einmal.',
  ai_capability_disabled:
    'Dieser Server kann das noch nicht. Die Administration kann unter Einstellungen, Modelle ein Modell dafür verbinden; wer den Server betreibt, kann Programme dafür einrichten.',
  ai_batch_key_reused:
    'Dieser Schlüssel gehört zu einem anderen Batch. Nimm für einen neuen Batch einen neuen Schlüssel.',
  ai_page_without_picture: 'Von dieser Seite gibt es kein Bild. Nur PDFs und Bilder haben welche.',
  ai_page_not_found: 'Diese Seite gibt es nicht. Es wurde nichts geändert.',
  attachment_needs_message: 'Diese Datei braucht eine Nachricht. Schicke sie mit einer Nachricht.',
  attachment_type_differs:
    'Diese Datei ist nicht, was ihr Typ sagt. Wähle sie noch einmal, oder speichere sie in dem Format, das ihr Name nennt.',
  too_many_attachments: 'Dieser Zyklus hat schon 200 Dateien. Entferne zuerst einige.',
  attachments_full: 'Für Dateien ist kein Platz mehr. Dateien werden ein Jahr nach ihrer letzten Verwendung entfernt.',
  proof_too_large: 'Für einen Nachweis ist das zu viel. Weise die Teile einzeln nach.',
  proof_log_broken: 'Das Protokoll ist beschädigt und weist nichts nach. Sage dem Betreiber Bescheid.',
  bill_not_delivered: 'Dieser Zyklus hat nichts geliefert. Eine Stückliste gibt es von dem, was geliefert ist.',
  bill_not_made:
    'Die Lockdateien des gelieferten Commits waren nicht zu lesen. Versuche es in einigen Minuten noch einmal.',
  affected_not_asked:
    'Die Frage nennt kein Paket. Gib einen ganzen OSV-Eintrag an, oder die Art und den Namen eines Pakets.',
  affected_no_record: 'Das ist kein Eintrag, wie OSV ihn veröffentlicht. Ihm fehlt die Liste „affected“.',
  notice_in_future:
    'Diese Zeit liegt in der Zukunft. Ein Eintrag sagt, was geschehen ist: gib eine Zeit an, die vergangen ist.',
  acceptance_frozen:
    'Die Abnahmetests bleiben, wie sie sind. Ein Lauf arbeitet am Zyklus, oder er ist abgeschlossen. Halte ihn an, um sie zu ändern.',
  acceptance_has_secret: 'Eine Testdatei enthält ein Secret. Entferne es: Tests bekommen keine Secrets.',
  acceptance_not_a_test:
    'Ein Pfad ist nicht der eines Tests. Jeder Pfad steht einmal da, vom Repository aus, unter einem Namen, den der Testläufer findet.',
  acceptance_too_large: 'Die Testdateien sind zu groß. Zusammen haben sie höchstens 64 KiB.',
  attachment_not_readable: 'Diese Datei hat keinen Text. Lade sie stattdessen herunter.',
  attachment_sent: 'Diese Datei ist schon verschickt. Die Agentur kann sie entfernen.',
  ai_document_being_read: 'Dieses Dokument wird noch gelesen. Lösche es, sobald das zu Ende ist.',
  ai_document_not_reviewed:
    'Dieses Dokument braucht keine Entscheidung. Nur über Seiten eines kritischen, gelesenen Dokuments wird entschieden.',
  ai_asset_type_differs:
    'Diese Datei ist nicht, was ihr Typ sagt. Wähle sie noch einmal, oder speichere sie in dem Format, das ihr Name nennt.',
  ai_asset_unavailable: 'Die Datei ließ sich nicht vorbereiten. Versuche es noch einmal.',
  ai_transcription_without_times:
    'Hierzu gibt es keine Untertitel. Das Modell nennt keine Zeiten, oder die Dateien wurden entfernt.',
  ai_video_not_reviewable: 'Es gibt noch kein Video zu beurteilen. Es ist nicht fertig, oder es ist fehlgeschlagen.',
  ai_assets_full: 'Der Platz für Dateien ist belegt. Die Datei wurde nicht gespeichert.',
  previews_switched_off: 'Vorschauen sind ausgeschaltet. Wer den Server betreibt, kann sie einschalten.',
  deployment_repo_ambiguous:
    'Das Projekt hat mehrere Repositories. Wähle das, das bereitgestellt werden soll, oder bestimme ein Haupt-Repository.',
  deployment_not_served: 'Dieses Deployment ist nicht erreichbar. Nur ein laufendes Deployment lässt sich öffnen.',
  preview_sharing_off: 'Dieses Projekt erlaubt keine geteilten Links. Erlaube sie zuerst auf der Seite „Deployments“.',
  too_many_preview_shares: 'Es gibt schon 50 geteilte Links. Entferne einen, der nicht mehr gebraucht wird.',
  domain_not_served: 'Unter dieser Domain ist kein Deployment erreichbar. Es wurde nichts geändert.',
  deployment_serves: 'Dieses Deployment ist schon erreichbar. Es wurde nichts geändert.',
  deployment_never_served: 'Dieses Deployment war nie erreichbar. Kehre zu einem zurück, das es war.',
  deployment_build_removed:
    'Der Build dieses Deployments wurde entfernt. Alte Builds werden entfernt, um Platz zu schaffen. Stelle neu bereit, oder kehre zu einem neueren zurück.',
  desktop_unavailable: 'Hier gibt es keine Desktops. Lass den Zyklus in einer Sandbox laufen.',
  harness_not_installed:
    'Das Programm dieses Agenten ist nicht installiert. Wähle in den Einstellungen des Projekts ein anderes, oder frage, wer den Server betreibt.',
  model_unavailable:
    'Das Modell dieses Agenten lässt sich nicht verwenden. Es ist nicht da, oder es hat keinen Preis, und eine Kostengrenze könnte nicht halten. Wähle ein anderes.',
  no_agent:
    'Kein Agent kann das. Der des Projekts ist ausgeschaltet oder führt keine Aufgaben aus. Wähle einen anderen.',
  project_active:
    'In diesem Projekt läuft gerade ein Zyklus. Es wurde nichts geändert. Halte ihn an oder warte, bis er fertig ist.',
  project_not_archived: 'Dieses Projekt ist nicht archiviert. Es wurde nichts geändert.',
  project_not_found: 'Dieses Projekt gibt es nicht. Es wurde gelöscht, oder du darfst es nicht sehen.',
  no_change_to_comment:
    'Noch gibt es keine Zeile zum Kommentieren. Diese Aufgabe hat nichts gebaut. Kommentiere die Aufgabe selbst.',
  no_run: 'Noch nicht gelaufen. Einzelheiten erscheinen, sobald ein Lauf begonnen hat.',
  letter_token_not_found:
    'Dieser Link gilt nicht. Oder das Konto wurde gelöscht. Nach dem Anmelden lassen sich E-Mails abschalten.',
  no_evidence: 'Noch gibt es nichts zu prüfen. Diese Aufgabe hat nichts gebaut, oder ihr Lauf wurde angehalten.',
  too_many_drafts:
    'Du hast 50 Kommentare, die nicht abgeschickt sind. Schicke die Änderung mit ihnen zurück, oder lösche einige.',
  message_id_taken: 'Das wurde nicht gespeichert. Sende es noch einmal.',
  no_selector: 'Es sind keine Ereignisse ausgewählt. Wähle mindestens eines.',
  administrators_only:
    'Dieser Agent gehört dem ganzen Arbeitsbereich. Es wurde nichts geändert. Ändern können ihn Inhaber und Administratoren.',
  agent_intake_taken:
    'Ein anderer Agent sortiert schon Vorschläge. Es wurde nichts geändert. Schalte jenen zuerst aus.',
  agent_name_taken: 'So heißt schon ein Agent. Es wurde nichts geändert. Wähle einen anderen Namen.',
  no_preference: 'Hier ist nichts eingestellt. Es gilt die Einstellung der Ebene darüber.',
  program_refused:
    'Dieses Programm lässt sich nicht verbinden. Wende dich an den Hersteller oder starte die Verbindung im Programm neu.',
  found_model_unusable: 'So lässt es sich nicht verwenden. Der Grund steht in der Liste darüber.',
  found_models_not_offered:
    'Dieser Server bietet die Modelle auf seinem Rechner nicht an. Wer ihn betreibt, kann das einschalten.',
  model_endpoint_in_use:
    'Ein Modell dieses Endpunkts wird benutzt. Es wurde nichts geändert. Wähle dort zuerst ein anderes Modell.',
  model_endpoint_name_taken: 'So heißt schon ein Endpunkt. Es wurde nichts geändert. Wähle einen anderen Namen.',
  model_endpoints_full: 'Der Arbeitsbereich hat 20 Endpunkte. Es wurde nichts geändert. Lösche zuerst einen.',
  webhook_disabled: 'Dieser Webhook ist ausgeschaltet. Schalte ihn zuerst ein.',
  webhook_delivery_is_test: 'Das war ein Test. Er handelt von keinem Ereignis. Schicke stattdessen einen neuen.',
  webhook_replaying: 'Ein anderer Zeitraum wird noch einmal geschickt. Warte, bis das zu Ende ist.',
  webhooks_full: 'Der Arbeitsbereich hat 20 Webhooks. Es wurde nichts geändert. Lösche zuerst einen.',
  too_many_invitations: 'Es gibt 500 offene Einladungen. Es wurde nichts geändert. Ziehe zuerst einige zurück.',
  scope_above_role:
    'Ein Schlüssel kann nicht mehr als du. Es wurde nichts geändert. Schlüssel, die verwalten, macht nur, wer es selbst darf.',
  lead_list_is_workbook:
    'Diese Arbeitsmappe ist kein XLSX oder verschlüsselt. Es wurde nichts geändert. Speichere sie ohne Passwort als XLSX oder CSV.',
  lead_list_unpacks_too_large:
    'Diese Arbeitsmappe enthält zu viel. Es wurde nichts geändert. Speichere ihr Blatt als CSV und lade das hoch.',
  lead_list_unreadable: 'Das ist keine Liste. Es wurde nichts geändert. Vielleicht fehlt ein Anführungszeichen.',
  campaign_not_running: 'Die Kampagne läuft nicht. Es wurde nichts geändert.',
  opted_out: 'Dieser Kontakt hat sich abgemeldet. Er bekommt keine Mail.',
  suppressed: 'Dieser Kontakt steht auf der Sperrliste. Es wurde nichts geändert.',
  region_excluded: 'Die Kampagne schließt dieses Land aus. Es wurde nichts geändert.',
  refused_before:
    'Diese Person hat in einem anderen Akquise-Projekt abgelehnt. Bestätige sie für dieses Projekt, um ihr zu schreiben.',
  no_sendable_address: 'Es wurde keine geprüfte Adresse gefunden. Es wurde nichts geändert.',
  lookup_required: 'Dieser Kontakt wurde nie nachgeschlagen. Es wurde nichts geändert. Setze ihn auf neu.',
  growth_project_archived:
    'Dieses Akquise-Projekt ist archiviert. Es wurde nichts geändert. Hole es zuerst aus dem Archiv.',
  growth_project_not_archived: 'Dieses Akquise-Projekt ist nicht archiviert. Es wurde nichts geändert.',
  growth_provider_without_key:
    'Für diesen Anbieter fehlt ein Schlüssel. Es wurde nichts geändert. Speichere zuerst einen.',
  growth_provider_cannot_serve:
    'Ein Anbieter kann das nicht abfragen. Es wurde nichts geändert. Lade die Seite neu, um die passenden zu sehen.',
  growth_provider_not_comparable:
    'Ein Anbieter lässt sich nicht vergleichen. Er findet keine Adressen, antwortet nur im Hintergrund, ist aus oder hat keinen Schlüssel. Wähle andere.',
  growth_hard_cap_reached:
    'Die Obergrenze der Akquise ist erreicht. Es wurde nichts abgefragt. Erhöhe sie in den Akquise-Einstellungen oder vergleiche weniger Kontakte.',
  growth_plan_cap_reached:
    'Der Tarif dieses Arbeitsbereichs ist aufgebraucht. Es wurde nichts abgefragt. Bitte den Betreiber um mehr, speichere einen eigenen Schlüssel, oder vergleiche weniger Kontakte.',
  growth_free_credit_used:
    'Das freie Guthaben dieses Arbeitsbereichs ist aufgebraucht. Es wurde nichts abgefragt. Speichere einen eigenen Schlüssel, oder bitte den Betreiber um einen Tarif.',
  growth_opt_out_for_administrators:
    'Eine Abmeldung nimmt nur die Inhaberin oder ein Administrator zurück. Es wurde nichts geändert.',
  growth_opt_out_lasts:
    'Diese Abmeldung lässt sich nicht zurücknehmen. Die Mail sagt nichts als den Wunsch, oder der Kontakt hat sich auch anders abgemeldet.',
  growth_message_not_received: 'Nur eingegangene Mails lassen sich einordnen. Es wurde nichts geändert.',
  growth_reply_refused:
    'Das Postfach hat die Mail abgelehnt. In der Unterhaltung steht, was es gemeldet hat. Die Mail wird nicht noch einmal gesendet.',
  growth_sending_not_set_up:
    'Kein Postfach kann senden. Es wurde nichts geändert. Verbinde eines, oder setze eines fort.',
  growth_no_lead_to_look_up: 'Kein Kontakt wartet auf eine Abfrage. Es wurde nichts geändert.',
  growth_run_active: 'Eine Recherche läuft. Es wurde nichts geändert. Warte, bis sie zu Ende ist.',
  growth_brain_changed: 'Die Beschreibung wurde inzwischen ersetzt. Es wurde nichts geändert. Lade die Seite neu.',
  growth_brain_not_found: 'Diese Version gibt es nicht. Lade die Seite neu.',
  suppression_not_removable: 'Dieser Eintrag bleibt. Der Empfänger oder eine Löschung hat ihn eingetragen.',
  passkey_not_found: 'Diesen Passkey gibt es nicht mehr. Er wurde entfernt. Lade die Seite neu.',
  session_not_found: 'Diese Sitzung ist zu Ende. Lade die Seite neu.',
  sign_in_first:
    'Melde dich zuerst an. Als die Person, deren Adresse sich ändern soll. Öffne dann den Link noch einmal.',
  password_needed: 'Ein Passwort ist nötig. In diesem Browser wurde das Konto nicht angelegt.',
  start_link_refused:
    'Dieser Link gilt nicht mehr. Er wurde benutzt oder ist zu alt. Starte den Server neu, oder melde dich mit dem Passwort an.',
}
