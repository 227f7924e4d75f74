import type { en } from './en.ts'

const days = (count: number, one: string, many: string) => (count === 1 ? one : many.replace('#', String(count)))

export const de: typeof en = {
  title: 'Regeln',
  text: 'Wird sofort gespeichert. Ein Projekt kann eigene Regeln haben.',
  textOfProject: 'Wird sofort gespeichert. Ohne eigene Angabe gilt die Regel des Arbeitsbereichs.',
  own: { workspace: 'Für diesen Arbeitsbereich eingestellt.', project: 'Für dieses Projekt eingestellt.' },
  inherits: { workspace: 'Vorgabe des Servers', project: 'Vorgabe des Arbeitsbereichs' },
  inheritsNow: {
    workspace: (value) => `Vorgabe des Servers: ${value}`,
    project: (value) => `Vorgabe des Arbeitsbereichs: ${value}`,
  },
  follow: { workspace: 'Vorgabe des Servers verwenden', project: 'Vorgabe des Arbeitsbereichs verwenden' },
  more: 'Weitere Regeln',
  yes: 'Ja',
  no: 'Nein',
  requiresApproval: 'Jede Änderung braucht eine Freigabe',
  requiresApprovalHint: 'Auch wenn sie sonst automatisch gemergt würde.',
  shown: 'Änderungen, die nur Tests des Agenten selbst abdecken',
  shownHint: 'Wer sie mergt, verlässt sich darauf, dass diese Tests das Richtige prüfen.',
  checked: 'Änderungen ohne Testabdeckung, deren Checks bestehen',
  checkedHint: 'Auf Wunsch wird nur reine Dokumentation gemergt und zu allem anderen nachgefragt.',
  unverified: 'Änderungen, die kein Check beurteilen kann',
  weakened: 'Änderungen, die Tests abschwächen',
  review: { ask: 'Nachfragen', merge: 'Mergen', refuse: 'Ablehnen' },
  reviewOfChecked: {
    ask: 'Nachfragen',
    prose: 'Nur Dokumentation mergen',
    merge: 'Mergen',
    refuse: 'Ablehnen',
  },
  model: 'Ein Modell prüft Änderungen vor dem Mergen',
  modelHint: 'Ist es Pflicht und kein Modell verfügbar, entscheidet ein Mensch.',
  models: { on: 'Ja', required: 'Pflicht', off: 'Nein' },
  probes: 'Nach Code suchen, der nur die Tests austrickst',
  probesHint: 'Zusätzliche Läufe nach bestandenen Checks, etwa gleich lang.',
  probing: { on: 'Ja', off: 'Nein' },
  examiner: 'Ein zweites Modell schreibt weitere Tests',
  examinerHint: 'Nur nach dem Auftrag, ohne die Änderung zu kennen. Schlägt ein Test fehl, entscheidet ein Mensch.',
  examining: {
    off: 'Nie',
    shown: 'Wenn nur eigene Tests sie abdecken',
    risky: 'Bei riskanten Änderungen',
    always: 'Bei allen Änderungen',
  },
  packages: 'Neue Pakete muss ein Mensch bestätigen',
  packagesOf: { named: 'Nur nicht im Auftrag genannte', ask: 'Alle', merge: 'Keine' },
  mergeChoice: {
    question: 'Was darf automatisch gemergt werden?',
    text: 'Code, den kein Test abdeckt, wartet immer auf dich, außer ein Projekt erlaubt mehr.',
    hint: 'Code, den kein Test abdeckt, wartet auf dich.',
    choices: {
      others: 'Nur was unabhängige Tests belegen',
      own: 'Auch was nur Tests des Agenten abdecken',
      texts: 'Auch Texte und Styles ohne Tests',
    },
    means: (merges) =>
      merges ? 'Die wartende Änderung würde dann automatisch gemergt.' : 'An der offenen Änderung ändert das nichts.',
    now: 'Aktuell',
    custom: 'Angepasst',
    customHint: 'Unter „Weitere Regeln“ eingestellt.',
    untested: 'Auch ungetesteter Code wird gemergt. Ändern kannst du das unter „Weitere Regeln“.',
  },
  remind: 'An offene Anfragen erinnern',
  expire: 'Unbeantwortete Anfragen schließen',
  expireHint: 'Der Lauf endet dann, und nichts wird gemergt.',
  every: (hours) =>
    hours === 0 ? 'Nie' : hours % 24 === 0 ? days(hours / 24, 'Jeden Tag', 'Alle # Tage') : `Alle ${hours} Stunden`,
  after: (hours) =>
    hours === 0
      ? 'Nie'
      : hours % 24 === 0
        ? days(hours / 24, 'Nach einem Tag', 'Nach # Tagen')
        : `Nach ${hours} Stunden`,
}
