import type { en } from './en.ts'
import { plural } from '../plural.ts'

export const de: typeof en = {
  title: 'Ergebnisse',
  text: (sent, replied) =>
    `${plural(sent, 'Mail', 'Mails')} gesendet, ${plural(replied, 'Kontakt hat', 'Kontakte haben')} geantwortet.`,
  nothingSent: 'Noch nichts gesendet',
  nextApprove: (count) =>
    `${plural(count, 'Mail wartet', 'Mails warten')} auf deine Freigabe. Freigegebene werden gesendet, sobald sie fällig sind.`,
  nextDue: (count) =>
    count === 0
      ? 'Die Kampagne ist aktiv und wartet auf Kontakte und Entwürfe.'
      : `${plural(count, 'freigegebene Mail wird', 'freigegebene Mails werden')} gesendet, sobald sie fällig sind.`,
  nextLaunch: (missing) =>
    missing === 0
      ? 'Alles ist bereit. Starte die Kampagne, damit sie sendet.'
      : `Noch ${plural(missing, 'Schritt', 'Schritte')} bis zum Start der Kampagne.`,
  openMails: 'Mails öffnen',
  openPlay: 'Kampagne öffnen',
  funnel: {
    leads: 'Kontakte in der Kampagne',
    writtenTo: 'Angeschrieben',
    replied: 'Geantwortet',
    interested: 'Interessiert',
  },
  export: 'Als CSV exportieren',
  file: 'kampagne.csv',
  sent: 'Gesendet',
  toLeads: (leads) => `an ${plural(leads, 'Kontakt', 'Kontakte')}`,
  delivered: 'Zugestellt',
  bounced: (count) => (count === 0 ? 'keine kam zurück' : `${plural(count, 'kam', 'kamen')} zurück`),
  replied: 'Geantwortet',
  ofLeads: (share) => `${share} der Angeschriebenen`,
  interested: 'Interessiert',
  ofReplies: (share) => `${share} der Antworten`,
  costPerReply: 'Kosten je Antwort',
  costs: (lookups, drafts) => `${lookups} für Kontaktsuche, ${drafts} für Entwürfe`,
  none: '–',
  chart: 'Gesendete Mails und Antworten pro Tag',
  series: { sent: 'Gesendet', replies: 'Antworten' },
  more: 'Weitere Ergebnisse',
  facts: {
    drafts: 'Warten auf Freigabe',
    approved: 'Freigegeben, noch nicht fällig',
    unknown: 'Versand ungewiss',
    refused: 'Nicht gesendet: vom Mailserver abgelehnt',
    complaints: 'Beschwerden',
    optOuts: 'Abmeldungen',
  },
  open: 'Ansehen',
  meetings: 'Termine, die über deinen Buchungslink vereinbart werden, erscheinen hier nicht.',
  spendMeans: 'Kosten für Kontaktsuche und KI-Entwürfe.',
  lookUpsInAll: 'Kontaktsuche insgesamt',
  draftsInAll: 'Entwürfe insgesamt',
  spend: 'Ausgaben',
  spendTable: 'Ausgaben nach Kampagne',
  spendText: (zone) => `Kosten der Kontaktsuche. Tage nach der Zeitzone ${zone}.`,
  play: 'Kampagne',
  today: 'Heute',
  last30Days: 'Letzte 30 Tage',
  cap: 'Budget',
  setCap: 'Budget festlegen',
  noPlay: 'Kontaktsuche ohne Kampagne',
}
