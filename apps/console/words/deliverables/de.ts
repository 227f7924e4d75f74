import type { en } from './en.ts'

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
const unsent = 'Nichts ist entschieden.'

export const de: typeof en = {
  deliverables: 'Lieferungen',
  deliverable: 'Lieferung',
  list: {
    mine: (count) => (count === 1 ? 'Eine wartet auf deine Entscheidung' : `${count} warten auf deine Entscheidung`),
    drafts: (count) => (count === 1 ? 'Eine ist nicht veröffentlicht' : `${count} sind nicht veröffentlicht`),
    allShown: 'Kunden sehen alles, was geschrieben wurde',
    none: 'Noch keine Lieferungen',
    noneText:
      'Eine Lieferung ist, was ein Kunde von einem Zyklus sieht. Öffne einen Zyklus und schreibe, was er dem Kunden bringt.',
    text: 'Was Kunden von der Arbeit sehen: ein Text, der Commit dahinter, und was sie dazu sagten.',
    groups: {
      mine: 'Wartet auf deine Entscheidung',
      drafts: 'Davon sehen Kunden nichts',
      published: 'Veröffentlicht',
    },
    version: (number) => `Fassung ${number}`,
    never: 'nie veröffentlicht',
    withdrawn: 'zurückgezogen',
    changed: 'seitdem bearbeitet',
  },
  approvalStates: {
    none: 'Niemand gefragt',
    open: 'Wartet auf Antwort',
    approved: 'Freigegeben',
    changes_requested: 'Änderungen gewünscht',
    outdated: 'Seitdem geändert',
  },
  states: { draft: 'In Arbeit', in_review: 'Zum Ansehen', delivered: 'Geliefert', accepted: 'Abgenommen' },
  title: {
    unwritten: 'Für den Kunden ist noch nichts geschrieben',
    draft: 'Das hat noch kein Kunde gesehen',
    withdrawn: 'Zurückgezogen: Kunden sehen nichts davon',
    mine: 'Wartet auf deine Entscheidung',
    none: (version) => `Fassung ${version} ist veröffentlicht, und niemand ist dazu gefragt`,
    open: (version) => `Fassung ${version} wartet auf eine Antwort`,
    approved: (version) => `Fassung ${version} ist freigegeben`,
    changes_requested: (version) => `Zu Fassung ${version} sind Änderungen gewünscht`,
    outdated: (version) => `Der Entwurf ist weiter als Fassung ${version}`,
  },
  publish: (version) => `Fassung ${version} veröffentlichen`,
  publishing: 'Wird veröffentlicht…',
  published: (version) => `Fassung ${version} ist veröffentlicht`,
  withdraw: 'Zurückziehen',
  withdrawTitle: (title) => `„${title}“ zurückziehen?`,
  withdrawMeans:
    'Kunden sehen nichts mehr davon, und was auf eine Antwort wartet, kann nicht mehr entschieden werden. Die Fassungen bleiben, und du kannst wieder veröffentlichen.',
  keep: 'Stehen lassen',
  withdrawnToast: 'Kunden sehen nichts mehr davon',

  draft: 'Entwurf',
  draftText: 'Kunden sehen nichts davon, bevor du veröffentlichst.',
  editDraft: 'Entwurf bearbeiten',
  name: 'Titel',
  nameMissing: 'Es braucht einen Titel.',
  summary: 'Was der Kunde bekommt',
  summaryHint: 'In den Worten des Kunden: was er jetzt kann, und was er ansehen soll.',
  step: 'Stand',
  stepHint: 'Gehört zu dem, was veröffentlicht wird: setze ihn vorher.',
  due: 'Fällig bis',
  save: 'Entwurf speichern',

  pending: (version) => `Neu seit Fassung ${version}`,
  pendingNone: (version) => `Der Entwurf ist, was Fassung ${version} zeigt.`,
  delivered: 'Was der Zyklus lieferte, ist anders als bei der Veröffentlichung.',
  first: 'Noch ist nichts veröffentlicht. Die erste Fassung zeigt alles.',

  shown: 'Was Kunden jetzt sehen',
  shownText: (version, when) => `Fassung ${version}, veröffentlicht am ${when}`,
  noSummary: 'Außer dem Titel ist nichts dazu geschrieben.',
  dueBy: (date) => `Fällig bis ${date}`,
  mark: 'Das Zeichen',
  markText: 'Es steht für genau das, was veröffentlicht ist. Wer freigibt, gibt diese Bytes frei.',
  checked: 'In diesem Browser geprüft: Das Zeichen passt zu dem, was gezeigt ist.',
  unknown: 'Dieser Browser kann das Zeichen unter dieser Adresse nicht prüfen.',
  wrong:
    'Was hier ankam, ist nicht, was veröffentlicht wurde: Das Zeichen passt nicht. Entscheide nichts, und sag es dem Inhaber.',
  hash: 'Ganzen SHA-256 kopieren',
  record: 'Genauen Nachweis speichern',
  files: (count) => `Es gilt für ${plural(count, 'Datei', 'Dateien')}.`,

  decision: 'Deine Entscheidung',
  decisionText:
    'Du bist zu genau dem gefragt, was veröffentlicht ist. Was du entscheidest, bleibt und wird nie geändert.',
  comment: 'Ein Wort dazu',
  optional: 'Wer gefragt hat, liest es. Nötig, wenn du um Änderungen bittest.',
  missing: 'Sag in einem Satz, was anders sein soll.',
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
  ask: 'Fragen',
  asking: 'Wird gefragt…',
  askOf: (name) => `${name} fragen`,
  nobody: 'Das Projekt ist mit niemandem geteilt.',
  share: 'Auf der Seite eines Kunden teilen',
  notYet: 'Veröffentliche erst den Entwurf: Gefragt wird zu dem, was veröffentlicht ist.',
  morePeople: (count) => `Die ${count}, mit denen zuletzt geteilt wurde.`,

  history: 'Bisher',
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
  newSince: (version) => `Neu seit Fassung ${version}`,
  newNothing: 'Nichts, was zu lesen ist, hat sich geändert.',
  newTitle: (title) => `Es hieß „${title}“.`,
  newDate: (date) => `Es ist jetzt bis ${date} fällig.`,
  newNoDate: 'Es hat kein Datum mehr.',
  newStep: (state) => `Stand: ${state}.`,
  newFiles: (count) =>
    count === 1
      ? 'Eine Datei, die dazugehört, hat sich geändert.'
      : `${count} Dateien, die dazugehören, haben sich geändert.`,
  gone: 'Nicht mehr:',

  codes: {
    not_the_reviewer: { title: 'Jemand anderes ist gefragt', text: `${unsent} Nur wer gefragt ist, entscheidet das.` },
    approval_decided: { title: 'Das ist schon entschieden', text: 'Eine Entscheidung bleibt, wie sie ist.' },
    deliverable_withdrawn: {
      title: 'Es wurde zurückgezogen',
      text: `${unsent} Zu entscheiden gibt es nichts mehr.`,
    },
    deliverable_republished: { title: 'Es gibt eine neuere Fassung', text: `${unsent} Sieh dir diese an.` },
    deliverable_changed: {
      title: 'Der Entwurf ist weiter als das Veröffentlichte',
      text: 'Nichts wurde geändert. Veröffentliche ihn erst; dann kann dazu gefragt und entschieden werden.',
    },
    deliverable_not_published: { title: 'Nichts ist veröffentlicht', text: 'Veröffentliche es erst.' },
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
