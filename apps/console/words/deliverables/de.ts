import type { en } from './en.ts'

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
const unsent = 'Nichts ist entschieden.'

export const de: typeof en = {
  deliverables: 'Lieferungen',
  deliverable: 'Lieferung',
  list: {
    mine: (count) => (count === 1 ? 'Eine wartet auf deine Entscheidung.' : `${count} warten auf deine Entscheidung.`),
    drafts: (count) => `${plural(count, 'Entwurf', 'Entwürfe')} zu veröffentlichen.`,
    allShown: (count) => (count === 1 ? 'Kunden sehen sie.' : `Kunden sehen alle ${count}.`),
    none: 'Noch keine Lieferungen',
    noneText: 'Eine Lieferung ist, was ein Kunde von einem Zyklus sieht.',
    client: 'Kunde',
    allClients: 'Alle Kunden',
    chooseCycle: 'Anderen Zyklus wählen',
    describe: 'Lieferung daraus machen',
    chooseClient: 'Kunden wählen',
    seenBy: (client) => `Eine Lieferung ist, was ${client} von einem Zyklus sieht.`,
    noClient: 'Dieses Projekt hat noch keinen Kunden.',
    newest: (title) => `Der neueste abgeschlossene Zyklus ist „${title}“.`,
    filter: 'Nach Titel, Projekt oder Kunde filtern',
    show: 'Welche Lieferungen gezeigt werden',
    shows: { all: 'Alle', toDo: 'Zu tun', open: 'Beim Kunden', approved: 'Freigegeben' },
    noneShown: 'Keine Lieferung ist in diesem Zustand.',
    heads: { title: 'Lieferung', project: 'Projekt', version: 'Fassung', approval: 'Freigabe', at: 'Veröffentlicht' },
    chooseProject: 'Projekt wählen',
    groups: {
      mine: 'Wartet auf deine Entscheidung',
      drafts: 'Entwürfe',
      published: 'Veröffentlicht',
    },
    version: (number) => `Fassung ${number}`,
    never: 'nie veröffentlicht',
    withdrawn: 'zurückgezogen',
  },
  approvalStates: {
    none: 'Nicht gefragt',
    open: 'Wartet auf den Kunden',
    approved: 'Freigegeben',
    changes_requested: 'Änderungen gewünscht',
    outdated: 'Seitdem geändert',
  },
  states: { draft: 'Entwurf', in_review: 'In Prüfung', delivered: 'Geliefert', accepted: 'Abgenommen' },
  title: {
    unwritten: 'Für den Kunden ist noch nichts geschrieben.',
    draft: 'Entwurf: Kunden sehen ihn noch nicht.',
    withdrawn: 'Zurückgezogen: Kunden sehen nichts davon.',
    mine: 'Wartet auf deine Entscheidung.',
    none: (version) => `Fassung ${version} ist veröffentlicht. Um Freigabe ist niemand gebeten.`,
    open: (version) => `Fassung ${version} wartet auf den Kunden.`,
    approved: (version) => `Fassung ${version} ist freigegeben.`,
    changes_requested: (version) => `Der Kunde wünscht Änderungen an Fassung ${version}.`,
    outdated: (version) => `Der Entwurf ist neuer als Fassung ${version}.`,
  },
  publish: (version) => `Fassung ${version} veröffentlichen`,
  publishing: 'Wird veröffentlicht…',
  published: (version) => `Fassung ${version} ist veröffentlicht`,
  withdraw: 'Zurückziehen',
  withdrawTitle: (title) => `„${title}“ zurückziehen?`,
  withdrawMeans:
    'Kunden sehen es nicht mehr, und offene Bitten um Freigabe enden. Die Fassungen bleiben, und du kannst wieder veröffentlichen.',
  keep: 'Behalten',
  withdrawnToast: 'Zurückgezogen. Kunden sehen es nicht mehr.',

  draft: 'Entwurf',
  draftText: 'Kunden sehen nichts davon, bis du veröffentlichst.',
  editDraft: 'Entwurf bearbeiten',
  name: 'Titel',
  nameMissing: 'Gib einen Titel ein.',
  summary: 'Was der Kunde bekommt',
  summaryHint: 'In den Worten des Kunden: was er jetzt kann, und was er ansehen soll.',
  step: 'Status',
  stepHint: 'Wird mit der Fassung veröffentlicht.',
  stepApproved: (version) => `Fassung ${version} ist freigegeben. Dieser Status gilt für die nächste.`,
  due: 'Fällig bis',
  save: 'Entwurf speichern',

  pending: (version) => `Neu seit Fassung ${version}`,
  pendingNone: (version) => `Keine Änderungen seit Fassung ${version}.`,
  delivered: 'Die gelieferten Dateien haben sich seit der Veröffentlichung geändert.',
  first: 'Noch nicht veröffentlicht. Die erste Fassung zeigt alles.',

  built: 'Was gebaut wurde',
  toCycle: 'Zyklus öffnen',
  shown: 'Was Kunden jetzt sehen',
  shownText: (version, when) => `Fassung ${version}, veröffentlicht am ${when}`,
  noSummary: 'Keine Beschreibung.',
  dueBy: (date) => `Fällig bis ${date}`,
  mark: 'Das Zeichen',
  markText: (files) =>
    `Dieses Zeichen gehört zu genau dem, was veröffentlicht ist${files === 0 ? '' : `, mit ${plural(files, 'Datei', 'Dateien')}`}. Eine Freigabe gilt für nichts anderes.`,
  checked: 'In diesem Browser geprüft.',
  unknown: 'Dieser Browser kann das Zeichen unter dieser Adresse nicht prüfen.',
  wrong:
    'Das Zeichen passt nicht: Was ankam, ist nicht, was veröffentlicht wurde. Entscheide nicht, und sag es dem Inhaber.',
  hash: 'SHA-256 kopieren',
  record: 'Datensatz speichern',
  downloads:
    'Der Nachweis ist signiert und ohne diesen Server prüfbar. Der Datensatz enthält die Bytes, aus denen das Zeichen entsteht.',

  decision: 'Deine Entscheidung',
  decisionText:
    'Du entscheidest über genau das, was veröffentlicht ist. Die Entscheidung bleibt und wird nie geändert.',
  comment: 'Kommentar',
  optional: 'Freiwillig. Nötig, wenn du um Änderungen bittest.',
  missing: 'Sag in einem Satz, was anders werden soll.',
  approve: (version) => `Fassung ${version} freigeben`,
  askForChanges: 'Um Änderungen bitten',
  deciding: 'Wird gesendet…',
  signing: 'Dein Passkey unterschreibt diesen Satz, Wort für Wort:',
  sign: 'Mit dem Passkey unterschreiben',
  withoutPasskey: 'Ohne Passkey freigeben',
  passkeyFailed:
    'Der Passkey wurde nicht benutzt, also ist nichts entschieden. Versuche es noch einmal, oder gib ohne ihn frei.',
  notWhatIsShown:
    'Was zum Unterschreiben kam, ist nicht, was du hier siehst. Es wurde nichts unterschrieben. Lade die Seite neu.',

  people: 'Wer entscheidet',
  peopleText: 'Personen, mit denen das Projekt geteilt ist.',
  filterPeople: 'Person suchen',
  ask: 'Um Freigabe bitten',
  askOf: (name) => `Um Freigabe bitten: ${name}`,
  nobody: 'Das Projekt ist noch mit niemandem geteilt.',
  share: 'Auf der Seite eines Kunden teilen',
  notYet: 'Veröffentliche erst den Entwurf. Freigegeben wird eine veröffentlichte Fassung.',

  history: 'Verlauf',
  nothingSaid: 'Noch ist niemand gefragt.',
  somebody: 'Jemand',
  said: {
    approved: (name, version) => `${name}: Fassung ${version} freigegeben`,
    changes_requested: (name, version) => `${name}: um Änderungen an Fassung ${version} gebeten`,
    open: (name, version) => `${name}: zu Fassung ${version} gefragt`,
    outdated: (name, version) => `${name}: zu Fassung ${version} gefragt, die sich geändert hat`,
  },
  youSaid: {
    approved: (version) => `Du hast Fassung ${version} freigegeben`,
    changes_requested: (version) => `Du hast um Änderungen an Fassung ${version} gebeten`,
    open: (version) => `Du bist zu Fassung ${version} gefragt`,
    outdated: (version) => `Du warst zu Fassung ${version} gefragt, die sich geändert hat`,
  },
  changedAnswer: (name) => `${name} hat die Antwort geändert.`,
  changingAnswer: (name) => `${name} ändert gerade die Antwort.`,
  firstAnswer: {
    approved: (when) => `Die erste, eine Freigabe am ${when}, bleibt festgehalten; es zählt die neueste.`,
    changes_requested: (when) =>
      `Die erste bat am ${when} um Änderungen und bleibt festgehalten; es zählt die neueste.`,
  },
  followed: 'Aus der ersten Antwort folgte das hier. Es bleibt, bis du es änderst:',
  nothingFollowed: 'Für die erste Antwort wurde nichts abgerechnet.',
  billableStates: { open: 'noch nicht berechnet', invoiced: 'berechnet', written_off: 'abgeschrieben' },
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

  codes: {
    not_the_reviewer: { title: 'Jemand anderes ist gefragt', text: `${unsent} Nur wer gefragt ist, entscheidet das.` },
    approval_decided: { title: 'Das ist schon entschieden', text: 'Eine Entscheidung bleibt, wie sie ist.' },
    deliverable_withdrawn: {
      title: 'Es wurde zurückgezogen',
      text: `${unsent} Zu entscheiden gibt es nichts mehr.`,
    },
    deliverable_republished: { title: 'Es gibt eine neuere Fassung', text: `${unsent} Sieh dir diese an.` },
    deliverable_changed: {
      title: 'Der Entwurf ist neuer als die veröffentlichte Fassung',
      text: 'Nichts wurde geändert. Veröffentliche ihn erst; dann kann dazu gefragt und entschieden werden.',
    },
    deliverable_not_published: {
      title: 'Nichts ist veröffentlicht',
      text: 'Veröffentliche es erst, dann bitte um Freigabe.',
    },
    reviewer_not_on_project: {
      title: 'Das Projekt ist mit dieser Person nicht mehr geteilt',
      text: 'Niemand wurde gefragt. Teile es erst mit ihr.',
    },
    approval_already_requested: { title: 'Diese Person ist schon gefragt', text: 'Sie hat noch nicht geantwortet.' },
    no_passkey: {
      title: 'Du hast keinen Passkey',
      text: `${unsent} Lege einen in den Einstellungen an, oder gib ohne ihn frei.`,
    },
    no_statement: { title: 'Das hat länger als fünf Minuten gedauert', text: `${unsent} Beginne von vorn.` },
    signature_refused: { title: 'Die Unterschrift wurde nicht angenommen', text: `${unsent} Beginne von vorn.` },
  },
}
