import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Postfächer',
  text: 'Aus diesen Postfächern senden Kampagnen, jeweils mit eigenem Tageslimit.',
  readOnly: 'Aus diesen Postfächern senden Kampagnen. Ändern können sie Inhaber und Administratoren.',
  list: 'Verbundene Postfächer',
  none: 'Noch kein Postfach',
  noneText:
    'Zum Senden brauchst du mindestens eines. Ein neues Postfach wird aufgewärmt: 10 Mails am ersten Tag, dann täglich 5 mehr.',
  statuses: { connected: 'Verbunden', paused: 'Pausiert', failing: 'Anmeldung abgelehnt', disconnected: 'Getrennt' },
  today: (sent, limit) => `${sent} von ${limit} Mails heute`,
  limit: (count) => `höchstens ${count} pro Tag`,
  warmingUp: 'wird aufgewärmt',
  setAside: (count, reason) =>
    count === 1
      ? `1 Mail wurde nicht übernommen: ${reason}. Sieh sie dir im Postfach selbst an.`
      : `${count} Mails wurden nicht übernommen, die letzte: ${reason}. Sieh sie dir im Postfach selbst an.`,
  setAsideReasons: {
    too_large: 'zu groß',
    too_slow: 'das Lesen dauert zu lange',
    unreadable: 'nicht lesbar',
    not_filed: 'ließ sich nicht ablegen',
  },
  pause: 'Pausieren',
  resume: 'Fortsetzen',
  disconnect: 'Trennen',
  disconnectOf: (address) => `${address} trennen?`,
  disconnectMeans: 'Die Zugangsdaten werden gelöscht. Wo der Anbieter es vorsieht, endet auch der Zugang dort.',
  settings: 'Limit und Einträge',
  dailyLimit: 'Mails pro Tag (höchstens)',
  selector: 'DKIM-Selektor',
  selectorHint: 'Leer lassen, wenn der Anbieter den üblichen verwendet.',
  save: 'Speichern',
  check: 'SPF, DKIM und DMARC prüfen',
  states: { ok: 'in Ordnung', missing: 'fehlt', wrong: 'falsch', unknown: 'keine Antwort' },
  toAdd: (type, name, value) =>
    value === null
      ? `Lege den Eintrag ${name} (${type}) an; den Wert nennt dir dein Mailanbieter.`
      : `Lege ${type} ${name} an: ${value}`,
  connect: 'Postfach verbinden',
  connectTo: (provider) => `${provider} verbinden`,
  notSetUp: (providers, count) => `${providers} ${count === 1 ? 'ist' : 'sind'} auf diesem Server nicht eingerichtet.`,
  how: 'So wird es eingerichtet',
  setUp:
    'Der Betreiber registriert diesen Server beim Anbieter mit der Redirect-URL /console/growth/mailboxes/connected und setzt ATELIER_MAILBOX_CLIENT_IDS und ATELIER_MAILBOX_CLIENT_SECRETS.',
  withPassword: 'Mit Adresse und Passwort',
  storedEncrypted: 'Das Passwort wird verschlüsselt gespeichert.',
  address: 'Adresse',
  displayName: 'Name, den Empfänger sehen',
  user: 'Benutzername',
  password: 'Passwort',
  and: ' und ',
  passwordHint: 'verlangen ein App-Passwort.',
  smtp: 'SMTP-Server',
  imap: 'IMAP-Server',
  userHint: 'Leer lassen, wenn es die Adresse ist.',
  optional: 'Optional.',
  smtpHint: 'Mit dem Port, wenn es nicht 465 ist: mail.example.com:587',
  imapHint: 'Mit dem Port, wenn es nicht 993 ist: mail.example.com:143',
  more: 'Name, Benutzername und Server',
  serversLater: 'Die Server werden aus der Adresse ermittelt.',
  serversFound: (smtp, imap) => `Server dieser Adresse: ${smtp} sendet, ${imap} empfängt.`,
  serversTyped: (smtp, imap) => `${smtp} sendet, ${imap} empfängt.`,
  missing: 'Fülle dieses Feld aus.',
  add: 'Anmelden und verbinden',
  adding: 'Anmeldung läuft…',
  finishing: 'Postfach wird verbunden…',
  finished: (address) => `${address} ist verbunden.`,
  notConnected: 'Postfach nicht verbunden',
  cancelled: 'Der Anbieter hat den Zugang nicht erteilt. Beginne bei den Postfächern noch einmal.',
  back: 'Zurück zu den Postfächern',
  codes: {
    growth_mailbox_provider_not_set_up:
      'Nicht eingerichtet. Der Betreiber hat diesen Server nicht beim Anbieter angemeldet.',
    growth_mailbox_connect_expired:
      'Zu spät. Der Link wurde schon benutzt, ist abgelaufen oder gehört jemand anderem. Fang noch einmal an.',
    growth_mailbox_access_refused: 'Kein Zugang. Der Anbieter hat den Zugang zum Postfach nicht erteilt.',
    growth_mailboxes_too_many: 'Zu viele Postfächer. Trenne zuerst eines der 100.',
    growth_mailbox_server_not_allowed:
      'Server abgelehnt. Gib einen öffentlichen Server mit TLS und üblichem Port an: 465 oder 587 für SMTP, 993 oder 143 für IMAP.',
    growth_mailbox_sign_in_refused: 'Anmeldung abgelehnt. Prüfe Benutzernamen und Passwort.',
    growth_mailbox_not_reached: 'Nicht erreicht. Ein Server hat nicht geantwortet. Prüfe Namen und Port.',
    growth_mailbox_disconnected: 'Getrennt. Verbinde das Postfach zuerst wieder.',
  },
}
