import type { en } from './en.ts'
import { plural } from '../plural.ts'

export const de: typeof en = {
  text: (drafts, unknown) =>
    drafts + unknown === 0
      ? 'Keine Mail wartet auf dich.'
      : [
          ...(drafts === 0 ? [] : [`${plural(drafts, 'Mail wartet', 'Mails warten')} auf deine Freigabe.`]),
          ...(unknown === 0 ? [] : [`Bei ${plural(unknown, 'Mail', 'Mails')} ist der Versand ungewiss.`]),
        ].join(' '),
  waitOf: (count, isMore) => `${isMore ? 'Mehr als ' : ''}${plural(count, 'Mail', 'Mails')} zur Freigabe`,
  show: 'Welche Mails gezeigt werden',
  filters: { waiting: 'Wartend', approved: 'Freigegeben', sent: 'Gesendet', refused: 'Unzustellbar' },
  unknown: 'Versand ungewiss',
  unknownText:
    'Die Verbindung brach beim Senden ab. Die Mail wird nicht automatisch noch einmal gesendet: Sieh im Ordner „Gesendet“ des Postfachs nach, ob sie dort liegt.',
  delivered: 'Wurde gesendet',
  notDelivered: 'Wurde nicht gesendet',
  notDeliveredMeans: 'Eine nicht gesendete Mail wird wieder zum Entwurf.',
  drafts: 'Zur Freigabe',
  draftsText: 'Tasten: A gibt frei, D verwirft, J und K blättern.',
  none: 'Keine Mail wartet auf dich',
  noneText: 'Fertige Entwürfe erscheinen hier, bevor sie gesendet werden.',
  noneOf: {
    approved: 'Keine Mail ist freigegeben',
    sent: 'Keine Mail wurde gesendet',
    refused: 'Alle Mails wurden angenommen',
  },
  noneOfText: {
    approved: 'Mails, die du freigibst, warten hier, bis sie fällig sind.',
    sent: 'Freigegebene Mails erscheinen hier, sobald die Kampagne gestartet ist und sie fällig sind.',
    refused: 'Mails, die ein Mailserver nicht annimmt, erscheinen hier mit dem Grund.',
  },
  to: (name, address) => [name, address].filter(Boolean).join(', ') || 'Ein Kontakt, den es nicht mehr gibt',
  step: (step) => (step === null ? 'Antwort' : `Mail ${step}`),
  asAnswer: 'Antwort auf die vorige Mail',
  byModel: 'von einem Modell geschrieben',
  due: (time) => `fällig ${time}`,
  dueOnceActive: 'fällig, sobald die Kampagne startet',
  waitsForPrevious: 'folgt auf die vorige Mail',
  sentAt: (time) => `gesendet ${time}`,
  footer: 'Postanschrift und Abmeldelink kommen beim Versand dazu.',
  citations: 'Quellen',
  sources: { page: 'Seite', approval: 'Vom Kunden freigegeben', lead: 'Über den Kontakt bekannt' },
  gonePage: 'eine Seite, die nicht mehr gespeichert ist',
  goneApproval: 'eine Freigabe, die es nicht mehr gibt',
  ownSentences: (count) =>
    count === 1
      ? 'Prüfe den unterstrichenen Satz: Er ist von Hand geschrieben und hat keine Quelle.'
      : `Prüfe die ${count} unterstrichenen Sätze: Sie sind von Hand geschrieben und haben keine Quelle.`,
  noSources: 'Kein Satz zitiert eine Quelle.',
  approve: 'Freigeben',
  approving: 'Wird freigegeben…',
  tick: (mail, step) => `Auswählen: ${mail}, ${step}`,
  approveMany: 'Mehrere freigeben',
  tickAll: (count) => `Alle ${count} Mails`,
  approveTicked: (count) => (count === 0 ? 'Ausgewählte freigeben' : `${plural(count, 'Mail', 'Mails')} freigeben`),
  approvedMany: (approved, refused) =>
    `${plural(approved, 'Mail', 'Mails')} freigegeben.${refused === 0 ? '' : ` ${refused} nicht: geändert, oder ein Zitat fehlt in der Quelle.`}`,
  edit: 'Bearbeiten',
  discard: 'Verwerfen',
  discardMeans: 'Die Folge geht mit der nächsten Mail weiter.',
  test: 'Testmail an mich',
  testing: 'Sendet…',
  tested: (address) => `An ${address} gesendet.`,
  thread: 'Alle Mails des Kontakts',
  subject: 'Betreff',
  body: 'Text',
  editMeans: 'Geänderte und neue Sätze gelten als von dir geschrieben. Die übrigen behalten ihre Quelle.',
  approveEdited: 'So freigeben',
  missing: 'Gib einen Text ein.',
  failures: {
    citation_unresolved: 'Wieder Entwurf: Ein Zitat fehlt inzwischen in seiner Quelle. Ändere oder entferne den Satz.',
    approval_needed: 'Wieder Entwurf: Eine Person muss sie freigeben.',
    not_delivered: 'Wurde nicht gesendet: Gib sie frei, um sie erneut zu senden.',
    opted_out: 'Der Kontakt hat sich abgemeldet.',
    suppressed: 'Die Adresse steht auf der Sperrliste.',
    region_excluded: 'Das Land ist ausgeschlossen.',
    no_sendable_address: 'Es ist keine geprüfte Adresse bekannt.',
    lookup_required: 'Für den Kontakt wurden noch keine Kontaktdaten gesucht.',
    refused_before: 'Wartet: Die Person hat in einem anderen Akquise-Projekt abgelehnt.',
    undecided_reply: 'Eine Antwort dieser Adresse ist noch einzuordnen.',
    postal_address: 'Wartet: Die Postanschrift des Absenders fehlt.',
    public_address: 'Wartet: Dieser Server hat keine öffentliche https-Adresse.',
    unsubscribe_link: 'Wartet: Der Server kann seine eigene Abmeldeseite nicht abrufen.',
    mailbox: 'Wartet: Kein Postfach der Kampagne kann senden.',
    mailbox_dns: 'Wartet: SPF, DKIM oder DMARC des Postfachs fehlt.',
    window_closed:
      'Sie wartet: Keine Sendezeit liegt in allen Zeitzonen dieses Landes. Wähle in den Akquise-Einstellungen eine längere Zeit.',
  },
  otherFailure: (reason) => `Der Mailserver meldet: ${reason}`,
}
