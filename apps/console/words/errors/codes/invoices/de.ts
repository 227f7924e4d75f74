export const deInvoiceCodes: Readonly<Record<string, string>> = {
  invoice_billable_not_found: 'Ein Posten wurde gelöscht. Es wurde nichts geändert. Lade die Seite neu.',
  invoice_replaced_not_found: 'Die zu ersetzende Rechnung wurde nicht gefunden. Es wurde nichts geändert.',
  invoice_two_customers: 'Das sind mehrere Kunden. Mache für jeden eine Rechnung.',
  invoice_two_currencies: 'Das sind mehrere Währungen. Mache für jede eine Rechnung.',
  invoice_billable_written_off:
    'Ein Posten wurde ausgebucht. Es wurde nichts geändert. Mache einen neuen Entwurf ohne das.',
  invoice_billable_invoiced:
    'Ein Posten ist schon abgerechnet. Es wurde nichts geändert. Es steht auf einer anderen Rechnung: Lass es weg, oder storniere jene zuerst.',
  invoice_charge_never_invoiced: 'Zur Korrektur gehört ihr Posten. Der Posten wurde nie abgerechnet. Hake ihn auch an.',
  invoice_correction_missing:
    'Ein Posten wurde inzwischen korrigiert. Es wurde nichts geändert. Storniere diesen Entwurf und mache einen neuen mit der Korrektur.',
  invoice_charge_nets_to_zero:
    'Ein Posten ergibt null. Er kostet nichts, oder seine Korrekturen nehmen ihn ganz zurück. Lass ihn weg oder buche ihn aus.',
  invoice_tax_class_without_rate: 'Ein Steuersatz fehlt. Gib zu jedem Namen den Steuersatz an.',
  invoice_tax_rate_contradicts_class:
    'Ein Steuersatz passt nicht. Nur ein Regelsatz oder ermäßigter Satz ist über 0, und er muss es sein.',
  invoice_total_too_large: 'Die Summe ist zu groß. Rechne in Teilen ab.',
  invoice_replaced_not_void: 'Die andere Rechnung ist nicht storniert. Storniere sie zuerst.',
  invoice_replaced_of_another_customer:
    'Die andere Rechnung ist die eines anderen Kunden. Mache diese, ohne jene zu ersetzen.',
  invoice_refused_by_constraint:
    'Die Tage passen nicht. Es wurde nichts geändert. Eine Rechnung ist zwischen 2000 und 9999 fällig, und vor jetzt bezahlt.',
  invoice_not_a_draft: 'Das ist kein Entwurf mehr. Er wurde inzwischen ausgestellt oder storniert.',
  invoice_without_lines: 'Diese Rechnung hat keine Zeilen. Storniere sie und mache einen neuen Entwurf.',
  invoice_not_reconciled:
    'Die Summen sind nicht die der Zeilen. Es wurde nichts geändert. Storniere diesen Entwurf und mache einen neuen.',
  sent_document_not_kept:
    'Das Dokument wurde mit dieser Rechnung nicht gesendet oder ist nach zehn Jahren entfernt. Ihre E-Mails nennen, was gesendet wurde; die aus der Zeit vor Version 0.3.0 nennen nichts.',
  invoice_not_payable:
    'Diese Rechnung kann nicht bezahlt werden. Es ist nichts offen. Nenne einen Betrag, wenn mehr Geld kam.',
  invoice_paid_less:
    'Für diese Rechnung wurde weniger bezahlt. Es wurde nichts geändert. Trage zuerst die Zahlung ein, oder nenne einen kleineren Betrag.',
  invoice_credit_less:
    'Das Guthaben oder der offene Betrag ist kleiner. Es wurde nichts geändert. Nenne einen kleineren Betrag.',
  invoice_void: 'Diese Rechnung ist schon storniert. Es wurde nichts geändert.',
  invoice_paid:
    'Eine bezahlte Rechnung bleibt. Korrigiere, was sie abrechnet: Die Korrekturen werden als Gutschrift abgerechnet.',
  invoice_corrected:
    'Eine Gutschrift nimmt zurück, was sie abrechnet. Es wurde nichts geändert. Storniere zuerst die Gutschrift.',
  billable_written_off: 'Das wurde ausgebucht. Erfasse für das, was abzurechnen ist, einen neuen Posten.',
  billable_is_a_correction: 'Das ist eine Korrektur. Korrigiere den zugehörigen Posten oder buche ihn aus.',
  billable_invoiced: 'Das steht auf einer Rechnung. Korrigiere es: Die Korrektur wird als Gutschrift abgerechnet.',
  correction_exceeds_charge: 'Das nimmt zu viel zurück. Mehr, als berechnet wurde. Nimm weniger zurück.',
  client_account_archived: 'Dieser Kunde ist archiviert. Ihm wird nichts Neues berechnet.',
  invoice_not_issued: 'Diese Rechnung wurde nie ausgestellt. Noch gibt es kein Dokument davon. Stelle sie zuerst aus.',
  invoice_without_billing_email:
    'Diese Rechnung hat keine Adresse für Rechnungen. Sie liegt mit dem Entwurf fest. Schicke das PDF selbst, oder storniere und entwirf sie neu mit einer Adresse.',
  billable_source_not_approved:
    'Die Entscheidung ist keine Freigabe. Rechne Freigegebenes ab, oder trage es von Hand ein.',
  billable_source_of_another_account:
    'Die Quelle gehört einem anderen Kunden. Gib dessen Projekt zuerst diesem Kunden.',
  months_reversed: 'Der erste Monat liegt nach dem letzten. Vertausche sie.',
}
