import { deCompanyCodes } from './company/de.ts'
import { deInvoiceCodes } from './invoices/de.ts'
import { deRepositoryCodes } from './repositories/de.ts'
import { deWorkCodes } from './work/de.ts'

/** Texts of errors in German, by their code. English uses the sentences of the server, which contracts declare. */
export const deCodes: Readonly<Record<string, string>> = {
  ...deCompanyCodes,
  ...deInvoiceCodes,
  ...deRepositoryCodes,
  ...deWorkCodes,
  invalid_credentials: 'Anmeldung nicht möglich. Die Adresse oder das Passwort ist falsch.',
  email_not_verified:
    'Deine Adresse ist nicht bestätigt. Ein neuer Link ist per E-Mail unterwegs. Öffne ihn und melde dich dann an.',
  passkey_refused: 'Der Passkey wurde nicht angenommen. Versuche es noch einmal, oder melde dich mit dem Passwort an.',
  request_not_pending: 'Jemand war schneller. Das wurde inzwischen entschieden oder zurückgezogen.',
  nothing_to_try:
    'Alle Teile sind erprobt. An dieser Änderung gibt es nichts mehr zu erproben. Gib sie frei oder schicke sie zurück.',
  cycle_not_executable: 'Dieser Zyklus kann jetzt nicht laufen. Er läuft schon, oder er ist fertig.',
  cycle_not_active: 'Hier läuft nichts mehr. Der Lauf war zu Ende, bevor du ihn angehalten hast.',
  address_has_account: 'Diese Adresse hat schon ein Konto. Melde dich damit an und öffne die Einladung noch einmal.',
  deliverable_artifact_not_kept:
    'Diese Datei ist nicht mehr gespeichert. Ihr Hash gehört weiter zur veröffentlichten Version.',
  deliverable_artifact_differs:
    'Diese Datei ist beschädigt. Die gespeicherte Datei weicht von der veröffentlichten ab und wird nicht gezeigt. Sag es dem Betreiber.',
  artifact_link_not_found: 'Dieser Link ist abgelaufen. Lade die Seite neu, um einen neuen zu bekommen.',
  links_unavailable: 'Dateien können gerade nicht verlinkt werden. Sag es dem Betreiber dieses Servers.',
  cycle_not_delivered:
    'Dieser Zyklus hat keine Änderung geliefert. Ein Zyklus kann zurückgenommen werden, sobald seine Änderung gemergt ist.',
  cycle_reverted: 'Ein Zyklus nimmt diesen schon zurück. Öffne ihn, oder stoppe ihn, um einen neuen zu beginnen.',
  task_not_delivered:
    'Diese Änderung ist noch nicht geliefert. Ihre Tests lassen sich übernehmen, sobald ihr Zyklus abgeschlossen ist.',
  no_examiner_tests:
    'Es gibt keine Testdatei zu übernehmen. Eine Datei wird übernommen, wenn alle ihre Tests mit der Änderung bestehen.',
  examiner_tests_kept:
    'Ein anderer Zyklus fügt diese Tests schon hinzu. Öffne ihn, oder lösche ihn, um einen neuen zu beginnen.',
  cycle_active: 'Gerade läuft ein Lauf. Halte ihn an oder warte, bis er fertig ist.',
  project_archived: 'Dieses Projekt ist archiviert. Es ist schreibgeschützt, bis es wiederhergestellt wird.',
  code_host_not_connected:
    'Der Code-Host ist nicht verbunden. Importiere das Repository als eigenes Projekt und starte den Zyklus dort.',
  invalid_password: 'Das ist nicht dein Passwort. Es wurde nichts geändert.',
  invalid_email: 'Das ist keine E-Mail-Adresse. Schreibe sie als name@example.com.',
  session_not_fresh:
    'Melde dich dafür neu an. Es wurde nichts geändert. Deine Anmeldung ist zu lange her. Deine Eingaben bleiben erhalten.',
  last_owner: 'Es muss einen Inhaber geben. Es wurde nichts geändert. Mach zuerst jemand anderen zum Inhaber.',
  owner_only: 'Das darf nur ein Inhaber. Es wurde nichts geändert. Bitte einen Inhaber darum.',
  workspace_settings_stale:
    'Jemand war schneller. Die Seite zeigt jetzt den gespeicherten Stand; deine Eingaben bleiben erhalten. Speichere noch einmal.',
  unknown_time_zone: 'Der Server kennt diese Zeitzone nicht. Es wurde nichts geändert. Wähle eine andere.',
  unknown_locale: 'Der Server kennt diese Schreibweise nicht. Es wurde nichts geändert. Wähle eine andere.',
  already_member: 'Diese Person arbeitet schon hier. Es wurde nichts geändert. Ändere stattdessen ihre Rolle.',
  already_invited:
    'Diese Person ist schon eingeladen. Es wurde nichts geändert. Schicke die Einladung noch einmal, oder ziehe sie zuerst zurück.',
  already_client: 'Diese Person ist schon im Portal. Es wurde nichts geändert. Ändere stattdessen, was sie sieht.',
  invitation_closed:
    'Diese Einladung ist abgeschlossen. Sie wurde angenommen, zurückgezogen oder ersetzt. Lade neu ein.',
  too_many_keys: 'Du hast zu viele Schlüssel. Es wurde nichts geändert. Widerrufe zuerst einige.',
  portal_closed:
    'Euer Portal ist geschlossen. Es wurde nichts geändert. Es öffnet, wenn die Marke mit eingeschaltetem Portal veröffentlicht wird.',
  client_account_name_taken: 'So heißt schon ein Kunde. Es wurde nichts geändert. Wähle einen anderen Namen.',
  project_of_another_account:
    'Das Projekt gehört einem anderen Kunden. Es wurde nichts geändert. Entferne es zuerst dort; die Personen jenes Kunden verlieren dann den Zugang.',
  client_account_archived: 'Dieses Konto ist archiviert. Nichts daran ändert sich mehr.',
  brand_draft_stale:
    'Jemand war schneller. Die Seite zeigt jetzt den gespeicherten Stand; deine Eingaben bleiben erhalten. Speichere noch einmal.',
  extraction_unavailable:
    'Diese Seite ließ sich nicht lesen. Der Entwurf ist unverändert. Prüfe, ob die Adresse stimmt und öffentlich erreichbar ist.',
  invalid_request: 'Die Eingabe passt nicht. Es wurde nichts geändert.',
  idempotency_in_progress: 'Das wird schon gesendet. Es zählt, was du zuerst gesendet hast.',
}
