import { deErrors } from './errors/de.ts'
import type { en } from './en.ts'

const few = ['Nichts', 'Eine Sache', 'Zwei Sachen', 'Drei Sachen', 'Vier Sachen', 'Fünf Sachen', 'Sechs Sachen']
const things = (count: number) => few[count] ?? `${count} Sachen`
const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

export const de: typeof en = {
  skip: 'Zum Inhalt',
  menu: 'Hauptmenü',
  home: 'Start',
  delivered: 'Geliefert',
  projects: 'Projekte',
  invoices: 'Rechnungen',
  back: 'Zurück',
  serverLost: 'Die Verbindung ist gerade weg. Sie können weiterlesen; was Sie abschicken, wartet.',
  account: 'Ihr Konto',
  signOut: 'Abmelden',
  portalOf: (agency) => `Kundenportal von ${agency}`,
  showAll: (count) => `Alle ${count}`,
  version: (number) => `Fassung ${number}`,
  by: (date) => `bis ${date}`,
  step: (step, of) => `Schritt ${step} von ${of}`,

  signIn: {
    title: 'Anmelden',
    text: (agency) => `und sehen, was ${agency} für Sie gemacht hat`,
    expired: 'Ihre Sitzung ist zu Ende. Melden Sie sich an, dann geht es dort weiter, wo Sie waren.',
    passkey: 'Mit einem Passkey anmelden',
    or: 'oder',
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    missingEmail: 'Schreiben Sie Ihre E-Mail-Adresse.',
    missingPassword: 'Schreiben Sie Ihr Passwort.',
    button: 'Anmelden',
    busy: 'Wird angemeldet…',
    forgot: 'Ich habe mein Passwort vergessen',
    passkeyFailed: 'Der Passkey wurde nicht benutzt. Versuchen Sie es noch einmal, oder nehmen Sie Ihr Passwort.',
  },
  closed: {
    title: 'Dieses Portal ist für Sie nicht offen',
    text: 'Öffnen Sie den Link in Ihrer Einladung mit der Adresse, an die sie ging, oder bitten Sie die Agentur um eine neue.',
    others: 'Portale, die für Sie offen sind',
    another: 'Ein anderes Konto nehmen',
  },
  pageWaits: {
    title: 'Diese Seite ist noch nicht geladen',
    text: 'Die Verbindung ist gerade weg. Sobald sie wieder da ist, öffnet sich die Seite von selbst.',
  },
  notThere: {
    title: 'Seite nicht gefunden',
    text: 'Es wurde zurückgezogen, oder es ist nicht mit Ihnen geteilt.',
    home: 'Zum Start',
  },
  choose: {
    title: 'Welches Portal?',
    none: 'Für Sie ist kein Portal offen',
    noneText: 'Öffnen Sie den Link in der Einladung Ihrer Agentur.',
  },

  needs: (count, name) => `${name}, ${lowered(things(count))} ${count > 1 ? 'brauchen' : 'braucht'} Sie`,
  nothingNeeds: (agency) =>
    `Alles ist erledigt. Sobald ${agency} etwas für Sie hat, erscheint es hier, und Sie bekommen eine E-Mail.`,
  readySince: (when) => `Bereit seit ${when}`,
  look: 'Ansehen',
  question: 'Eine Frage an Sie',
  goAhead: 'Ihre Freigabe wird gebraucht',
  answer: 'Antworten',
  underWay: 'In Arbeit',
  nothingUnderWay: 'Nichts ist in Arbeit.',
  nothingDelivered: 'Noch ist nichts geliefert. Was fertig ist, erscheint hier.',
  deliveredHere: 'Was fertig ist, erscheint hier.',
  parts: (done, of) => `${done} von ${plural(of, 'Teil', 'Teilen')} fertig`,
  states: {
    draft: 'Wird gemacht',
    in_review: 'Zum Ansehen für Sie',
    delivered: 'Geliefert',
    accepted: 'Abgenommen',
    approvedByAll: 'Freigegeben',
    others: 'Jemand anderes wurde gefragt',
    mine: 'Wartet auf Sie',
    changing: 'Wird geändert, wie Sie es wollten',
    outdated: 'Es hat sich geändert, seit es gezeigt wurde, und wird Ihnen wieder gezeigt',
  },
  deliveredOn: (date) => `Seit ${date}`,
  allDelivered: (count) => (count === 0 ? 'Noch ist nichts geliefert' : plural(count, 'Lieferung', 'Lieferungen')),

  thing: {
    forApproval: 'Zu Ihrer Freigabe',
    shown: (date) => `Gezeigt am ${date}`,
    what: 'Was Sie bekommen',
    noSummary: (agency) => `${agency} hat keine Beschreibung geschrieben.`,
    mark: 'Das Zeichen',
    markText:
      'Dieses Zeichen steht für genau das, was Sie hier sehen. Ändert sich etwas, so ändert sich das Zeichen, Ihre Freigabe zählt nicht mehr, und Sie werden wieder gefragt.',
    markWrong:
      'Das Zeichen passt nicht: Was ankam, ist nicht, was veröffentlicht wurde. Geben Sie es nicht frei, und sagen Sie es der Agentur.',
    markUnknown:
      'Dieser Browser kann das Zeichen unter dieser Adresse nicht prüfen. Sie geben frei, was unter dem Zeichen gespeichert ist.',
    checked: 'In diesem Browser geprüft: Das Zeichen passt zu dem, was Sie sehen.',
    save: 'Den genauen Nachweis speichern',
    files: (count) =>
      `Das Zeichen gilt auch für ${plural(count, 'Datei, die dazugehört', 'Dateien, die dazugehören')}.`,
    word: (agency) => `Kommentar an ${agency}`,
    optional: 'freiwillig',
    missing: 'Sagen Sie in einem Satz, was anders werden soll.',
    approve: (version) => `Fassung ${version} freigeben`,
    approving: 'Wird freigegeben…',
    confirmApproval: (version, title) =>
      `Sie geben Fassung ${version} von „${title}“ frei. Ihre Antwort bleibt so, wie Sie sie senden.`,
    confirmYes: (version) => `Ja, Fassung ${version} freigeben`,
    confirmBack: 'Zurück',
    changeAnswer: 'Antwort ändern',
    changingAnswer: 'Sie ändern Ihre Antwort.',
    firstStays: 'Das bleibt festgehalten. Es zählt Ihre neue Antwort.',
    withoutPasskey: 'Ohne Passkey freigeben',
    askForChanges: 'Um Änderungen bitten',
    sending: 'Wird gesendet…',
    passkeyFailed:
      'Der Passkey wurde nicht benutzt, also ist nichts entschieden. Versuchen Sie es noch einmal, oder geben Sie es ohne frei.',
    notWhatIsShown:
      'Was zum Unterschreiben kam, ist nicht, was Sie hier sehen. Es wurde nichts unterschrieben. Laden Sie die Seite neu.',
    signing: 'Ihr Passkey unterschreibt diesen Satz, Wort für Wort:',
    sign: 'Mit dem Passkey unterschreiben',
    youApproved: (version, when) => `Sie haben Fassung ${version} am ${when} freigegeben.`,
    youAsked: (version, when) => `Sie haben am ${when} um Änderungen an Fassung ${version} gebeten.`,
    counts: 'Das gilt für genau das, was Sie hier sehen. Ändert sich etwas, so werden Sie wieder gefragt.',
    isChanging: (agency) => `${agency} arbeitet daran. Sie werden wieder gefragt, wenn die nächste Fassung fertig ist.`,
    noLongerCounts:
      'Es hat sich seitdem geändert, sodass diese Freigabe nicht mehr gilt. Sie werden wieder gefragt, wenn die neue Fassung fertig ist.',
    beingChanged:
      'Es wird gerade geändert, sodass über diese Fassung nicht mehr entschieden werden kann. Sie werden wieder gefragt, wenn die nächste fertig ist.',
    notAsked: 'Sie können das lesen. Jemand anderes wurde gebeten, darüber zu entscheiden.',
    nobodyAsked: 'Sie können das lesen. Zu entscheiden gibt es für Sie nichts.',
    newSince: (version) => `Neu seit Fassung ${version}`,
    newNothing: 'Keine sichtbaren Änderungen.',
    newTitle: (title) => `Es hieß „${title}“.`,
    newDate: (date) => `Es ist jetzt bis ${date} fällig.`,
    newNoDate: 'Es hat kein Datum mehr.',
    newStep: (state) => `Status: ${state}.`,
    newFiles: (count) =>
      count === 1
        ? 'Eine Datei, die dazugehört, hat sich geändert.'
        : `${count} Dateien, die dazugehören, haben sich geändert.`,
    gone: 'Entfernt:',
    newVersion: (version) => `Das hat sich geändert, seit Sie es geöffnet haben. Sie sehen jetzt Fassung ${version}.`,
    history: 'Verlauf',
    historyApproved: (name, version) => `${name}: Fassung ${version} freigegeben`,
    historyAsked: (name, version) => `${name}: um Änderungen an Fassung ${version} gebeten`,
    historyOpen: (name, version) => `${name}: zu Fassung ${version} gefragt`,
    you: 'Sie',
    somebody: 'Jemand',
  },

  ask: {
    yours: 'Ihre Antwort',
    hint: (agency) => `${agency} liest sie und macht weiter.`,
    send: 'Antwort senden',
    sending: 'Wird gesendet…',
    cannot: 'Das kann ich nicht beantworten',
    missing: 'Schreiben Sie erst einen Satz.',
    sent: (agency) => `Danke. ${agency} hat Ihre Antwort.`,
    declined: 'Die Arbeit geht ohne Ihre Antwort weiter.',
    over: 'Das ist erledigt. Es gibt nichts mehr zu beantworten.',
    said: 'Ihre Antwort war:',
    yes: 'Ja, weiter so',
    no: 'So nicht',
    noHint: 'Was anders werden soll',
    change: (title) => `${title} ist fertig. Einverstanden?`,
  },

  idea: {
    title: 'Eine Idee?',
    text: (agency) =>
      `Sagen Sie es in Ihren Worten. ${agency} bekommt ein neues Projekt daraus, und dort reden Sie darüber.`,
    label: 'Was würde helfen?',
    account: 'Für welche Firma?',
    choose: 'Auswählen',
    missing: 'Schreiben Sie erst einen Satz.',
    missingAccount: 'Wählen Sie, für wen.',
    send: 'Idee senden',
    sending: 'Wird gesendet…',
    inProject: 'Schreiben Sie sie uns in einem Ihrer Projekte.',
  },

  project: {
    list: (count) => (count === 0 ? 'Noch ist kein Projekt mit Ihnen geteilt' : plural(count, 'Projekt', 'Projekte')),
    none: 'Projekte erscheinen hier, sobald eines mit Ihnen geteilt ist.',
    things: (delivered, open) => `${delivered} geliefert, ${open} in Arbeit`,
    nothing: 'Noch nichts zu zeigen',
    archived: 'Abgeschlossen',
    inIt: 'In diesem Projekt',
    talk: 'Nachrichten',
    noTalk: (agency) => `Noch keine Nachrichten. Fragen Sie ${agency}, was Sie wissen möchten.`,
    write: (agency) => `An ${agency} schreiben`,
    send: 'Senden',
    sending: 'Wird gesendet…',
    missing: 'Schreiben Sie erst einen Satz.',
    assistant: (agency) => `Assistent von ${agency}`,
    earlier: 'Frühere Nachrichten zeigen',
  },
  errors: deErrors,
}
