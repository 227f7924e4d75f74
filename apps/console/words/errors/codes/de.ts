import type { ErrorText } from '../en.ts'
import { deCompanyCodes } from './company/de.ts'
import { deInvoiceCodes } from './invoices/de.ts'
import { deRepositoryCodes } from './repositories/de.ts'
import { deWorkCodes } from './work/de.ts'
import { unchanged } from './unchanged.ts'

/** Texts of errors in German, by their code. English uses the sentences of the server, which contracts declare. */
export const deCodes: Readonly<Record<string, ErrorText>> = {
  ...deCompanyCodes,
  ...deInvoiceCodes,
  ...deRepositoryCodes,
  ...deWorkCodes,
  invalid_credentials: { title: 'Anmeldung nicht möglich', text: 'Die Adresse oder das Passwort ist falsch.' },
  email_not_verified: {
    title: 'Deine Adresse ist nicht bestätigt',
    text: 'Ein neuer Link ist per E-Mail unterwegs. Öffne ihn und melde dich dann an.',
  },
  passkey_refused: {
    title: 'Der Passkey wurde nicht angenommen',
    text: 'Versuche es noch einmal, oder melde dich mit dem Passwort an.',
  },
  request_not_pending: { title: 'Jemand war schneller', text: 'Das wurde inzwischen entschieden oder zurückgezogen.' },
  nothing_to_try: {
    title: 'Alle Teile sind erprobt',
    text: 'An dieser Änderung gibt es nichts mehr zu erproben. Gib sie frei oder schicke sie zurück.',
  },
  cycle_not_executable: { title: 'Dieser Zyklus kann jetzt nicht laufen', text: 'Er läuft schon, oder er ist fertig.' },
  cycle_not_active: { title: 'Hier läuft nichts mehr', text: 'Der Lauf war zu Ende, bevor du ihn angehalten hast.' },
  address_has_account: {
    title: 'Diese Adresse hat schon ein Konto',
    text: 'Melde dich damit an und öffne die Einladung noch einmal.',
  },
  deliverable_artifact_not_kept: {
    title: 'Diese Datei ist nicht mehr gespeichert',
    text: 'Ihr Hash gehört weiter zur veröffentlichten Version.',
  },
  deliverable_artifact_differs: {
    title: 'Diese Datei ist beschädigt',
    text: 'Die gespeicherte Datei weicht von der veröffentlichten ab und wird nicht gezeigt. Sag es dem Betreiber.',
  },
  artifact_link_not_found: {
    title: 'Dieser Link ist abgelaufen',
    text: 'Lade die Seite neu, um einen neuen zu bekommen.',
  },
  links_unavailable: {
    title: 'Dateien können gerade nicht verlinkt werden',
    text: 'Sag es dem Betreiber dieses Servers.',
  },
  cycle_not_delivered: {
    title: 'Dieser Zyklus hat keine Änderung geliefert',
    text: 'Ein Zyklus kann zurückgenommen werden, sobald seine Änderung gemergt ist.',
  },
  cycle_reverted: {
    title: 'Ein Zyklus nimmt diesen schon zurück',
    text: 'Öffne ihn, oder stoppe ihn, um einen neuen zu beginnen.',
  },
  task_not_delivered: {
    title: 'Diese Änderung ist noch nicht geliefert',
    text: 'Ihre Tests lassen sich übernehmen, sobald ihr Zyklus abgeschlossen ist.',
  },
  no_examiner_tests: {
    title: 'Es gibt keine Testdatei zu übernehmen',
    text: 'Eine Datei wird übernommen, wenn alle ihre Tests mit der Änderung bestehen.',
  },
  examiner_tests_kept: {
    title: 'Ein anderer Zyklus fügt diese Tests schon hinzu',
    text: 'Öffne ihn, oder lösche ihn, um einen neuen zu beginnen.',
  },
  cycle_active: { title: 'Gerade läuft ein Lauf', text: 'Halte ihn an oder warte, bis er fertig ist.' },
  project_archived: {
    title: 'Dieses Projekt ist archiviert',
    text: 'Es ist schreibgeschützt, bis es wiederhergestellt wird.',
  },
  code_host_not_connected: {
    title: 'Der Code-Host ist nicht verbunden',
    text: 'Importiere das Repository als eigenes Projekt und starte den Zyklus dort.',
  },
  invalid_password: unchanged('Das ist nicht dein Passwort'),
  invalid_email: { title: 'Das ist keine E-Mail-Adresse', text: 'Schreibe sie als name@example.com.' },
  session_not_fresh: unchanged(
    'Melde dich dafür neu an',
    'Deine Anmeldung ist zu lange her. Deine Eingaben bleiben erhalten.',
  ),
  last_owner: unchanged('Es muss einen Inhaber geben', 'Mach zuerst jemand anderen zum Inhaber.'),
  owner_only: unchanged('Das darf nur ein Inhaber', 'Bitte einen Inhaber darum.'),
  workspace_settings_stale: {
    title: 'Jemand war schneller',
    text: 'Die Seite zeigt jetzt den gespeicherten Stand; deine Eingaben bleiben erhalten. Speichere noch einmal.',
  },
  unknown_time_zone: unchanged('Der Server kennt diese Zeitzone nicht', 'Wähle eine andere.'),
  unknown_locale: unchanged('Der Server kennt diese Schreibweise nicht', 'Wähle eine andere.'),
  already_member: unchanged('Diese Person arbeitet schon hier', 'Ändere stattdessen ihre Rolle.'),
  already_invited: unchanged(
    'Diese Person ist schon eingeladen',
    'Schicke die Einladung noch einmal, oder ziehe sie zuerst zurück.',
  ),
  already_client: unchanged('Diese Person ist schon im Portal', 'Ändere stattdessen, was sie sieht.'),
  invitation_closed: {
    title: 'Diese Einladung ist abgeschlossen',
    text: 'Sie wurde angenommen, zurückgezogen oder ersetzt. Lade neu ein.',
  },
  too_many_keys: unchanged('Du hast zu viele Schlüssel', 'Widerrufe zuerst einige.'),
  portal_closed: unchanged(
    'Euer Portal ist geschlossen',
    'Es öffnet, wenn die Marke mit eingeschaltetem Portal veröffentlicht wird.',
  ),
  client_account_name_taken: unchanged('So heißt schon ein Kunde', 'Wähle einen anderen Namen.'),
  project_of_another_account: unchanged(
    'Das Projekt gehört einem anderen Kunden',
    'Entferne es zuerst dort; die Personen jenes Kunden verlieren dann den Zugang.',
  ),
  client_account_archived: { title: 'Dieses Konto ist archiviert', text: 'Nichts daran ändert sich mehr.' },
  brand_draft_stale: {
    title: 'Jemand war schneller',
    text: 'Die Seite zeigt jetzt den gespeicherten Stand; deine Eingaben bleiben erhalten. Speichere noch einmal.',
  },
  extraction_unavailable: {
    title: 'Diese Seite ließ sich nicht lesen',
    text: 'Der Entwurf ist unverändert. Prüfe, ob die Adresse stimmt und öffentlich erreichbar ist.',
  },
  invalid_request: unchanged('Die Eingabe passt nicht'),
  idempotency_in_progress: { title: 'Das wird schon gesendet', text: 'Es zählt, was du zuerst gesendet hast.' },
}
