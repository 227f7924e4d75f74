import { deConflict } from './de-conflict.ts'
import { deErrors } from './de-errors.ts'
import { deSettingsPages } from './de-settings-pages.ts'
import { deStates } from './de-states.ts'
import type { en } from './en.ts'

const few = ['Kein', 'Ein', 'Zwei', 'Drei', 'Vier', 'Fünf', 'Sechs', 'Sieben', 'Acht', 'Neun', 'Zehn', 'Elf', 'Zwölf']
const spelled = (count: number) => few[count] ?? String(count)
const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

export const de: typeof en = {
  skip: 'Zum Inhalt',
  loading: 'Lädt',
  breadcrumb: 'Pfad',
  mainMenu: 'Hauptmenü',
  tryAgain: 'Noch einmal',
  copyRequest: 'Nummer der Anfrage kopieren',
  copied: 'Kopiert',
  request: (id) => `Anfrage ${id}`,
  cancel: 'Abbrechen',
  showMore: 'Mehr zeigen',
  serverLost: 'Der Server antwortet nicht. Du kannst weiterlesen; was du abschickst, wartet.',
  home: 'Start',
  ...{ projects: 'Projekte', invoices: 'Rechnungen', billables: 'Posten', audit: 'Protokoll' },
  ...{ billingIdentity: 'Wer auf Rechnungen steht', newInvoice: 'Neue Rechnung' },
  more: 'Mehr',
  allProjects: 'Alle Projekte',
  yourWorkspaces: 'Deine Arbeitsbereiche',
  switchWorkspace: 'Arbeitsbereich wechseln',
  account: 'Darstellung, Sprache, abmelden',
  theme: 'Darstellung',
  themes: { auto: 'Wie das Gerät', light: 'Hell', dark: 'Dunkel' },
  density: 'Zeilen',
  densities: { normal: 'Luftig', compact: 'Eng' },
  language: 'Sprache',
  signOut: 'Abmelden',
  ...{ clients: 'Kunden', deliverables: 'Lieferungen' },
  settings: 'Einstellungen',
  settingsPages: deSettingsPages,
  copy: 'Kopieren',
  conflict: deConflict,
  waiting: (count) => `${plural(count, 'Sache wartet', 'Sachen warten')} auf dich`,

  palette: {
    open: 'Suchen oder tun',
    short: 'Suche',
    title: 'Suchen und tun',
    placeholder: 'Ein Projekt, ein Zyklus, oder was zu tun ist',
    goTo: 'Gehe zu',
    do: 'Tun',
    none: 'So heißt nichts.',
    newCycle: (project) => `Neuer Zyklus in ${project}`,
    theme: 'Zwischen hell und dunkel wechseln',
    otherLanguage: 'English',
    stopOf: (title) => `${title} anhalten`,
    runOf: (title) => `${title} starten`,
    approveOf: (title) => `${title} freigeben`,
    sendBackOf: (title) => `${title} zurückgeben`,
  },
  noWorkspace: {
    title: 'Du arbeitest noch in keinem Arbeitsbereich',
    text: 'Öffne den Link in deiner Einladung, oder lege einen eigenen Arbeitsbereich an.',
    make: 'Arbeitsbereich anlegen',
  },
  notThere: {
    title: 'Hier ist nichts',
    text: 'Es wurde entfernt, oder es gehört zu einem Arbeitsbereich, der in diesem Tab nicht offen ist.',
    home: 'Zum Start',
  },

  inbox: {
    seeLines: (count) => `Siehe ${plural(count, 'Anmerkung', 'Anmerkungen')} zu den Zeilen.`,
    title: (count) =>
      count === 0
        ? 'Nichts wartet auf dich'
        : count === 1
          ? 'Eine Sache wartet auf dich'
          : `${spelled(count)} Sachen warten auf dich`,
    since: (age) => `Die älteste seit ${age}.`,
    blocking: (count) =>
      count === 0
        ? ''
        : count === 1
          ? 'Ein Lauf steht still, bis sie entschieden ist.'
          : `${spelled(count)} Läufe stehen still, bis sie entschieden sind.`,
    list: 'Wartet auf dich',
    done: 'Alles ist entschieden',
    running: (count) =>
      count === 0
        ? 'Nichts läuft. Schlage eine Änderung vor, und ein Agent führt sie aus.'
        : `${spelled(count)} ${count === 1 ? 'Zyklus läuft' : 'Zyklen laufen'}. Du bekommst einen Brief, wenn einer davon eine Entscheidung braucht.`,
    kinds: {
      ...{ question: 'Frage', approval: 'Freigabe', failed: 'Gescheitert', client: 'Wartet auf den Kunden' },
      deliverable: 'Lieferung',
    },
    readAndDecide: 'Lesen und entscheiden',
    failed: (title) => `${title} ist gescheitert`,
    answer: 'Deine Antwort',
    answerHint: 'Die Agenten des Zyklus lesen sie.',
    send: 'Antwort senden',
    decline: 'Nicht beantworten',
    approve: 'Freigeben',
    sendBack: 'Zurückgeben',
    feedback: 'Was anders sein soll',
    feedbackHint: 'Der Agent liest es und arbeitet weiter.',
    deny: 'Aufgeben',
    denyHint: 'Der Lauf endet, und nichts davon kommt in den Code.',
    missing: 'Schreibe erst einen Satz.',
    why: 'Warum du gefragt wirst',
    open: 'Zyklus öffnen',
    decided: (title) => `Entschieden: ${title}`,
    runAgain: 'Noch einmal laufen lassen',
    runStarted: (title) => `${title} läuft wieder`,
  },
  home_: {
    newCycle: 'Neuer Zyklus',
    delivered: 'Geliefert',
    deliverable: 'Lieferung',
    allDeliverables: 'Alle Lieferungen',
    project: 'Projekt',
    state: 'Stand',
    when: 'Wann',
    running: 'Läuft gerade',
    idle: 'Nichts läuft.',
    spend: 'Ausgaben für Modelle',
    ofCap: (cap) => `von ${cap}`,
    reserved: (amount) => `${amount} sind reserviert für das, was läuft.`,
    partly: (count) => `Der ${count} neuesten Projekte.`,
    meter: (spent, held) => `${spent} Prozent ausgegeben, ${held} Prozent reserviert`,
  },
  deliverableStates: { draft: 'Entwurf', in_review: 'Beim Kunden', delivered: 'Geliefert', accepted: 'Abgenommen' },

  projectList: {
    title: (count, running) =>
      running === 0
        ? plural(count, 'Projekt, in Ruhe', 'Projekte, alle in Ruhe')
        : `${plural(running, 'Zyklus läuft', 'Zyklen laufen')} in ${plural(count, 'Projekt', 'Projekten')}`,
    text: 'Jedes Projekt ist eine Codebasis mit ihrer Geschichte, ihren Agenten und ihren Zyklen.',
    none: 'Noch keine Projekte',
    noneText: 'Ein Projekt ist eine Codebasis. Hole eine herein, oder beginne mit einem kleinen Beispiel.',
    bringIn: 'Projekt hereinholen',
    name: 'Projekt',
    stack: 'Technik',
    cycles: 'Zyklen',
    revisions: 'Revisionen',
    changed: 'Geändert',
    archived: 'Archiviert',
  },
  cycles: {
    title: (active) =>
      active === 0 ? 'Kein Zyklus ist in Arbeit' : plural(active, 'Zyklus in Arbeit', 'Zyklen in Arbeit'),
    none: 'Noch keine Zyklen',
    noneText:
      'Ein Zyklus ist eine Änderung, vom Satz bis zum gemergten Code. Sage, was anders sein soll, und ein Agent beginnt.',
    noneShown: 'Kein Zyklus hat diesen Stand',
    showAll: 'Alle zeigen',
    filter: 'Welche Zyklen',
    filters: { all: 'Alle', open: 'In Arbeit', done: 'Beendet' },
    tasks: (count) => plural(count, 'Aufgabe', 'Aufgaben'),
  },
  cycle: {
    stop: 'Anhalten',
    stopping: 'Hält an…',
    run: 'Starten',
    running: 'Startet…',
    view: 'Auftrag',
    runNumber: (number) => `Lauf ${number}`,
    merged: (done, all) => `${done} von ${all} Aufgaben gemergt`,
    spent: (spent, cap) => (cap === undefined ? spent : `${spent} von ${cap}`),
    graph: 'Aufgaben und worauf jede wartet',
    noTasks: 'Noch keine Aufgaben',
    noTasksText: 'Sobald der Zyklus läuft, steht hier sein Plan.',
    taskTabs: 'Aufgabe',
    tabs: { steps: 'Schritte', checks: 'Prüfungen', changes: 'Änderungen', brief: 'Auftrag' },
    waitsFor: (title) => `${title} wartet auf dich`,
    check: 'Prüfung',
    before: 'Vorher',
    after: 'Mit der Änderung',
    phases: {
      base: 'vor der Änderung',
      task: 'mit der Änderung',
      base_tests: 'mit den Tests von vorher',
      new_tests: 'neue Tests, vor der Änderung',
    },
    took: 'Dauer',
    passed: (count) => `${count} bestehen`,
    failed: (count) => `${count} scheitern`,
    pass: 'Besteht',
    fail: 'Scheitert',
    couldNotRun: 'Lief nicht',
    absent: 'Nicht gelaufen',
    log: 'Was sie ausgab',
    noEvidence: 'Noch keine Belege',
    noEvidenceText: 'Prüfungen und Änderungen stehen hier, sobald der Agent etwas gebaut hat.',
    noChecks: 'Keine Prüfung lief. Nichts belegt diese Änderung.',
    provedBy: (names) => `Belegt durch ${names}.`,
    verdicts: { verified: 'Belegt', refused: 'Abgelehnt', unverified: 'Unbelegt' },
    findings: (count) => plural(count, 'Befund', 'Befunde'),
    files: (count) => plural(count, 'Datei', 'Dateien'),
    kinds: { added: 'neu', modified: 'geändert', deleted: 'entfernt', renamed: 'umbenannt', type_changed: 'geändert' },
    tooMany: 'Es änderten sich mehr Dateien, als hier stehen.',
    whole: 'Das Projekt hat noch kein eigenes Repository: Das sind alle seine Dateien mit der Änderung.',
    noSteps: 'Noch ist nichts geschehen',
    noStepsText: 'Alles, was der Agent liest, denkt, ändert und ausführt, steht hier.',
    failedAt: (step) => `Es scheiterte in ${step}.`,
    did: {
      ran: 'Führte aus',
      read: 'Las',
      edited: 'Änderte',
      searched: 'Suchte',
      used: 'Benutzte',
      heard: 'Hörte von Menschen',
    },
    began: 'Begann',
    ended: { completed: 'Wurde fertig', other: (outcome) => `Endete: ${outcome}` },
    asked: 'Fragte das Netz',
    output: 'Ausgabe',
    showMore: 'Alles zeigen',
    showLess: 'Weniger zeigen',
    now: 'bei der Arbeit',
  },
  states: deStates,
  errors: deErrors,
}
