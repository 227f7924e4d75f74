import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Postfächer',
  text: 'Postfächer, aus denen Kampagnen senden, jedes mit seiner Grenze am Tag.',
  readOnly: 'Postfächer für Ansprachen. Inhaber und Administratoren ändern sie.',
  list: 'Verbundene Postfächer',
  none: 'Noch kein Postfach',
  noneText:
    'Keine Mail kann gesendet werden, bevor eines verbunden ist. Ein neues Postfach wird aufgewärmt: 10 Mails am ersten Tag, jeden Tag 5 mehr.',
  statuses: { connected: 'Verbunden', paused: 'Pausiert', failing: 'Anmeldung abgelehnt', disconnected: 'Getrennt' },
  today: (sent, limit) => `${sent} von ${limit} Mails heute`,
  limit: (count) => `höchstens ${count} am Tag`,
  warmingUp: 'wird aufgewärmt',
  setAside: (count, reason) =>
    count === 1
      ? `1 Mail wurde nicht übernommen: ${reason}. Sieh sie im Postfach selbst an.`
      : `${count} Mails wurden nicht übernommen, die letzte: ${reason}. Sieh sie im Postfach selbst an.`,
  setAsideReasons: {
    too_large: 'Sie ist zu groß',
    too_slow: 'Sie zu lesen dauert zu lange',
    unreadable: 'Sie ist nicht lesbar',
    not_filed: 'Sie konnte nicht abgelegt werden',
  },
  pause: 'Pausieren',
  resume: 'Fortsetzen',
  disconnect: 'Trennen',
  disconnectOf: (address) => `${address} trennen?`,
  disconnectMeans: 'Die Zugangsdaten werden gelöscht, und der Zugang wird zurückgegeben, wo der Anbieter das vorsieht.',
  keep: 'Behalten',
  settings: 'Limit und Einträge',
  dailyLimit: 'Höchstens so viele Mails am Tag',
  selector: 'DKIM-Selektor',
  selectorHint: 'Leer, wenn der Anbieter einen üblichen nimmt.',
  save: 'Speichern',
  check: 'SPF, DKIM und DMARC prüfen',
  states: { ok: 'in Ordnung', missing: 'fehlt', wrong: 'falsch', unknown: 'keine Antwort' },
  toAdd: (type, name, value) =>
    value === null
      ? `Lege den Eintrag ${name} (${type}) an: den Wert nennt dein Mailanbieter.`
      : `Lege ${type} ${name} an: ${value}`,
  connect: 'Postfach verbinden',
  connectTo: (provider) => `${provider} verbinden`,
  notSetUp: (providers, count) => `${providers} ${count === 1 ? 'ist' : 'sind'} auf diesem Server nicht eingerichtet.`,
  how: 'So wird es eingerichtet',
  setUp:
    'Wer diesen Server betreibt, meldet ihn beim Anbieter an, mit der Rücksprungadresse /console/growth/mailboxes/connected, und setzt ATELIER_MAILBOX_CLIENT_IDS und ATELIER_MAILBOX_CLIENT_SECRETS.',
  withPassword: 'Mit Adresse und Passwort',
  storedEncrypted: 'Das Passwort wird verschlüsselt gespeichert.',
  address: 'Adresse',
  displayName: 'Name, den Empfänger sehen',
  user: 'Benutzername',
  password: 'Passwort',
  passwordHint: 'verlangen ein App-Passwort.',
  smtp: 'SMTP-Server',
  imap: 'IMAP-Server',
  userHint: 'Leer für die Adresse.',
  optional: 'Optional.',
  smtpHint: 'Mit dem Port, wenn es nicht 465 ist: mail.example.com:587',
  imapHint: 'Mit dem Port, wenn es nicht 993 ist: mail.example.com:143',
  more: 'Name, Benutzername und Server',
  serversLater: 'Die Server ergeben sich aus der Adresse.',
  serversFound: (smtp, imap) => `Server dieser Adresse: ${smtp} sendet, ${imap} empfängt.`,
  serversTyped: (smtp, imap) => `${smtp} sendet, ${imap} empfängt.`,
  missing: 'Fülle dieses Feld aus.',
  add: 'Anmelden und verbinden',
  adding: 'Anmeldung läuft…',
  finishing: 'Postfach wird verbunden…',
  finished: (address) => `${address} ist verbunden.`,
  cancelled: 'Der Anbieter hat dich ohne Zugang zurückgeschickt. Beginne noch einmal.',
  back: 'Postfächer',
  codes: {
    growth_mailbox_provider_not_set_up: {
      title: 'Nicht eingerichtet',
      text: 'Der Betreiber hat diesen Server nicht beim Anbieter angemeldet.',
    },
    growth_mailbox_connect_expired: {
      title: 'Zu spät',
      text: 'Das wurde schon benutzt, ist abgelaufen oder wurde von jemand anderem begonnen. Beginne noch einmal.',
    },
    growth_mailbox_access_refused: { title: 'Kein Zugang', text: 'Der Anbieter gab keinen Zugang zum Postfach.' },
    growth_mailboxes_too_many: { title: 'Zu viele Postfächer', text: 'Trenne zuerst eines der 100.' },
    growth_mailbox_server_not_allowed: {
      title: 'Server abgelehnt',
      text: 'Nenne einen öffentlichen Server mit TLS und üblichem Port: 465 oder 587 für SMTP, 993 oder 143 für IMAP.',
    },
    growth_mailbox_sign_in_refused: { title: 'Anmeldung abgelehnt', text: 'Prüfe Benutzernamen und Passwort.' },
    growth_mailbox_not_reached: {
      title: 'Nicht erreicht',
      text: 'Ein Server hat nicht geantwortet. Prüfe Namen und Port.',
    },
    growth_mailbox_disconnected: { title: 'Getrennt', text: 'Verbinde das Postfach zuerst wieder.' },
  },
}
