import type { Verb } from '../verb.ts'

/** Phrases of actions about growth: its projects, plays, leads, mails and mailboxes. */
export const deGrowthPhrases: Readonly<Record<string, Verb>> = {
  'growth_brain.replace': [
    'die Beschreibung des Unternehmens bearbeitet',
    'die Beschreibung des Unternehmens bearbeiten',
  ],
  'growth_citable_project.list': [
    'gelesen, welche Projekte zitiert werden können',
    'lesen, welche Projekte zitiert werden können',
  ],
  'growth_draft_run.fail': ['festgehalten, dass Entwürfe fehlgeschlagen sind', 'Entwürfe einer Kampagne schreiben'],
  'growth_draft_run.finish': ['Entwürfe einer Kampagne geschrieben', 'Entwürfe einer Kampagne schreiben'],
  'growth_draft_run.start': ['Entwürfe einer Kampagne schreiben lassen', 'Entwürfe einer Kampagne schreiben lassen'],
  'growth_lead.take_back_opt_out': [
    'die Abmeldung eines Kontakts zurückgenommen',
    'die Abmeldung eines Kontakts zurücknehmen',
  ],
  'growth_lead.unsubscribe': ['festgehalten, dass sich ein Kontakt abgemeldet hat', 'einen Kontakt abmelden'],
  'growth_lookup.fail': ['festgehalten, dass eine Kontaktsuche fehlgeschlagen ist', 'Kontakte suchen'],
  'growth_lookup.finish': ['eine Kontaktsuche beendet', 'eine Kontaktsuche beenden'],
  'growth_lookup.stop': ['eine Kontaktsuche angehalten', 'eine Kontaktsuche anhalten'],
  'growth_mailbox.add': ['das Postfach {thing} verbunden', 'ein Postfach verbinden'],
  'growth_mailbox.check_dns': [
    'die Einträge des Postfachs {thing} geprüft',
    'die Einträge des Postfachs {thing} prüfen',
  ],
  'growth_mailbox.connect': ['das Postfach {thing} verbunden', 'ein Postfach verbinden'],
  'growth_mailbox.revoke': [
    'den Zugriff auf das Postfach {thing} entzogen',
    'den Zugriff auf das Postfach {thing} entziehen',
  ],
  'growth_mailbox.fail': ['sich nicht bei einem Postfach anmelden können', 'sich bei einem Postfach anmelden'],
  'growth_mailbox.start_connect': ['begonnen, ein Postfach zu verbinden', 'beginnen, ein Postfach zu verbinden'],
  'growth_message.approve': ['eine Mail an {thing} freigegeben', 'eine Mail an {thing} freigeben'],
  'growth_message.discard': ['eine Mail an {thing} verworfen', 'eine Mail an {thing} verwerfen'],
  'growth_mailbox.set_aside': ['eine Mail eines Postfachs nicht lesen können', 'eine Mail eines Postfachs lesen'],
  'growth_message.end_wait': [
    'Mail an {thing} nach sieben Tagen weitergehen lassen',
    'Mail an {thing} weitergehen lassen',
  ],
  'growth_message.fail': ['eine Mail einer Kampagne nicht versendet', 'eine Mail einer Kampagne versenden'],
  'growth_message.list': [
    'den Posteingang eines Akquise-Projekts gelesen',
    'den Posteingang eines Akquise-Projekts lesen',
  ],
  'growth_message.receive': ['eine eingegangene Mail abgelegt', 'eine eingegangene Mail ablegen'],
  'growth_message.reply': ['eine Mail von {thing} beantwortet', 'eine Mail von {thing} beantworten'],
  'growth_message.resolve': [
    'festgehalten, ob eine Mail mit ungewissem Versand ankam',
    'festhalten, ob eine Mail mit ungewissem Versand ankam',
  ],
  'growth_message.send': ['eine Mail an {thing} versendet', 'eine Mail an {thing} versenden'],
  'growth_play.assign_leads': ['Kontakte zur Kampagne {thing} hinzugefügt', 'Kontakte zur Kampagne {thing} hinzufügen'],
  'growth_play.look_up': [
    'Adressen für die Kampagne {thing} suchen lassen',
    'Adressen für die Kampagne {thing} suchen lassen',
  ],
  'growth_play.propose': ['die Kampagne {thing} vorgeschlagen', 'eine Kampagne vorschlagen'],
  'growth_play.pause': ['die Kampagne {thing} angehalten', 'die Kampagne {thing} anhalten'],
  'growth_play.queue_leads': ['Kontakte einer Kampagne aktiviert', 'Kontakte einer Kampagne aktivieren'],
  'growth_play.spend': ['die Kosten der Kampagnen gelesen', 'die Kosten der Kampagnen lesen'],
  'growth_provider.compare': ['Datenanbieter verglichen', 'Datenanbieter vergleichen'],
  'growth_provider.remove_key': [
    'den Schlüssel eines Datenanbieters entfernt',
    'den Schlüssel eines Datenanbieters entfernen',
  ],
  'growth_provider.save_key': [
    'den Schlüssel eines Datenanbieters gespeichert',
    'den Schlüssel eines Datenanbieters speichern',
  ],
  'growth_reply.fail': ['eine nicht gesendete Antwort festgehalten', 'eine Antwort senden'],
  'growth_reply.send': ['eine wartende Antwort gesendet', 'eine wartende Antwort senden'],
  'growth_proposal_run.fail': ['festgehalten, dass keine Kampagnen vorgeschlagen wurden', 'Kampagnen vorschlagen'],
  'growth_proposal_run.finish': ['Kampagnen aus einer Recherche vorgeschlagen', 'Kampagnen vorschlagen'],
  'growth_run.fail': ['festgehalten, dass eine Recherche fehlgeschlagen ist', 'recherchieren'],
  'growth_run.finish': [
    'die Beschreibung des Unternehmens neu geschrieben',
    'die Beschreibung des Unternehmens neu schreiben',
  ],
  'growth_suppression.add': ['Adressen auf die Sperrliste gesetzt', 'Adressen auf die Sperrliste setzen'],
  'growth_suppression.remove': ['eine Adresse von der Sperrliste genommen', 'eine Adresse von der Sperrliste nehmen'],
}
