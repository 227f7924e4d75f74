import type { ErrorText } from '../../en.ts'
import { unchanged } from '../unchanged.ts'

export const deInvoiceCodes: Readonly<Record<string, ErrorText>> = {
  invoice_billable_not_found: unchanged('Ein Posten wurde gelöscht', 'Lade die Seite neu.'),
  invoice_replaced_not_found: unchanged('Die zu ersetzende Rechnung wurde nicht gefunden'),
  invoice_two_customers: { title: 'Das sind mehrere Kunden', text: 'Mache für jeden eine Rechnung.' },
  invoice_two_currencies: { title: 'Das sind mehrere Währungen', text: 'Mache für jede eine Rechnung.' },
  invoice_billable_written_off: unchanged('Ein Posten wurde ausgebucht', 'Mache einen neuen Entwurf ohne das.'),
  invoice_billable_invoiced: unchanged(
    'Ein Posten ist schon abgerechnet',
    'Es steht auf einer anderen Rechnung: Lass es weg, oder storniere jene zuerst.',
  ),
  invoice_charge_never_invoiced: {
    title: 'Zur Korrektur gehört ihr Posten',
    text: 'Der Posten wurde nie abgerechnet. Hake ihn auch an.',
  },
  invoice_correction_missing: unchanged(
    'Ein Posten wurde inzwischen korrigiert',
    'Storniere diesen Entwurf und mache einen neuen mit der Korrektur.',
  ),
  invoice_charge_nets_to_zero: {
    title: 'Ein Posten ergibt null',
    text: 'Er kostet nichts, oder seine Korrekturen nehmen ihn ganz zurück. Lass ihn weg oder buche ihn aus.',
  },
  invoice_tax_class_without_rate: { title: 'Ein Steuersatz fehlt', text: 'Gib zu jedem Namen den Steuersatz an.' },
  invoice_tax_rate_contradicts_class: {
    title: 'Ein Steuersatz passt nicht',
    text: 'Nur ein Regelsatz oder ermäßigter Satz ist über 0, und er muss es sein.',
  },
  invoice_total_too_large: { title: 'Die Summe ist zu groß', text: 'Rechne in Teilen ab.' },
  invoice_replaced_not_void: { title: 'Die andere Rechnung ist nicht storniert', text: 'Storniere sie zuerst.' },
  invoice_replaced_of_another_customer: {
    title: 'Die andere Rechnung ist die eines anderen Kunden',
    text: 'Mache diese, ohne jene zu ersetzen.',
  },
  invoice_refused_by_constraint: unchanged(
    'Die Tage passen nicht',
    'Eine Rechnung ist zwischen 2000 und 9999 fällig, und vor jetzt bezahlt.',
  ),
  invoice_not_a_draft: { title: 'Das ist kein Entwurf mehr', text: 'Er wurde inzwischen ausgestellt oder storniert.' },
  invoice_without_lines: {
    title: 'Diese Rechnung hat keine Zeilen',
    text: 'Storniere sie und mache einen neuen Entwurf.',
  },
  invoice_not_reconciled: unchanged(
    'Die Summen sind nicht die der Zeilen',
    'Storniere diesen Entwurf und mache einen neuen.',
  ),
  sent_document_not_kept: {
    title: 'Das Dokument wurde mit dieser Rechnung nicht gesendet oder ist nach zehn Jahren entfernt',
    text: 'Ihre E-Mails nennen, was gesendet wurde; die aus der Zeit vor Version 0.3.0 nennen nichts.',
  },
  invoice_not_payable: {
    title: 'Diese Rechnung kann nicht bezahlt werden',
    text: 'Es ist nichts offen. Nenne einen Betrag, wenn mehr Geld kam.',
  },
  invoice_paid_less: unchanged(
    'Für diese Rechnung wurde weniger bezahlt',
    'Trage zuerst die Zahlung ein, oder nenne einen kleineren Betrag.',
  ),
  invoice_credit_less: unchanged('Das Guthaben oder der offene Betrag ist kleiner', 'Nenne einen kleineren Betrag.'),
  invoice_void: unchanged('Diese Rechnung ist schon storniert'),
  invoice_paid: {
    title: 'Eine bezahlte Rechnung bleibt',
    text: 'Korrigiere, was sie abrechnet: Die Korrekturen werden als Gutschrift abgerechnet.',
  },
  invoice_corrected: unchanged('Eine Gutschrift nimmt zurück, was sie abrechnet', 'Storniere zuerst die Gutschrift.'),
  billable_written_off: {
    title: 'Das wurde ausgebucht',
    text: 'Erfasse für das, was abzurechnen ist, einen neuen Posten.',
  },
  billable_is_a_correction: {
    title: 'Das ist eine Korrektur',
    text: 'Korrigiere den zugehörigen Posten oder buche ihn aus.',
  },
  billable_invoiced: {
    title: 'Das steht auf einer Rechnung',
    text: 'Korrigiere es: Die Korrektur wird als Gutschrift abgerechnet.',
  },
  correction_exceeds_charge: {
    title: 'Das nimmt zu viel zurück',
    text: 'Mehr, als berechnet wurde. Nimm weniger zurück.',
  },
  client_account_archived: { title: 'Dieser Kunde ist archiviert', text: 'Ihm wird nichts Neues berechnet.' },
  invoice_not_issued: {
    title: 'Diese Rechnung wurde nie ausgestellt',
    text: 'Noch gibt es kein Dokument davon. Stelle sie zuerst aus.',
  },
  invoice_without_billing_email: {
    title: 'Diese Rechnung hat keine Adresse für Rechnungen',
    text: 'Sie liegt mit dem Entwurf fest. Schicke das PDF selbst, oder storniere und entwirf sie neu mit einer Adresse.',
  },
  billable_source_not_approved: {
    title: 'Die Entscheidung ist keine Freigabe',
    text: 'Rechne Freigegebenes ab, oder trage es von Hand ein.',
  },
  billable_source_of_another_account: {
    title: 'Die Quelle gehört einem anderen Kunden',
    text: 'Gib dessen Projekt zuerst diesem Kunden.',
  },
  months_reversed: { title: 'Der erste Monat liegt nach dem letzten', text: 'Vertausche sie.' },
}
