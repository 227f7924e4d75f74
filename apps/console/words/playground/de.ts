import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Modell ausprobieren',
  text: 'Stell einem Modell eine Frage. Die Antwort zählt zum Budget des Arbeitsbereichs.',
  model: 'Modell',
  models: 'Modelle',
  roles: 'Modelle der Rollen',
  role: (role, model) => `${role}: ${model}`,
  roleNames: {
    planner: 'Planung',
    coder: 'Programmierung',
    reviewer: 'Prüfung',
    tester: 'Tests',
    writer: 'Texte',
    intake: 'Eingang',
  },
  price: (input, output) => `${input} je Million gelesene, ${output} je Million geschriebene Tokens`,
  noPrice: 'Sein Preis ist nicht bekannt.',
  system: 'Systemtext',
  systemHint: 'Was das Modell vor deiner Frage erfährt. Darf leer bleiben.',
  more: 'Systemtext, Dokument und Form der Antwort',
  example: 'Was ist ein Worktree, in zwei Sätzen?',
  question: 'Frage',
  document: 'Dokument',
  documentHint: 'Sein Text wird vor der Frage gesendet, als Material.',
  noDocument: 'Keines',
  mode: 'Antwort',
  modes: { streamed: 'Während sie entsteht', whole: 'Wenn sie fertig ist' },
  send: 'Modell fragen',
  writeFirst: 'Schreibe erst eine Frage.',
  stop: 'Anhalten',
  stopped: 'Angehalten. Der Aufruf zählt mit seinen höchsten möglichen Kosten, weil die Rechnung nicht bekannt ist.',
  answer: 'Antwort',
  noAnswer: 'Noch keine Frage gestellt',
  noAnswerText: 'Die Antwort, ihre Tokens und ihre Kosten erscheinen hier.',
  waiting: 'Das Modell arbeitet.',
  emptyAnswer: 'Das Modell hat ohne Text geantwortet.',
  cut: 'Das Dokument ist länger als das, was gesendet wurde: Sein Anfang ging mit.',
  facts: {
    model: 'Modell',
    read: 'Tokens gelesen',
    written: 'Tokens geschrieben',
    cost: 'Kosten',
    time: 'Dauer',
  },
  unknown: 'nicht bekannt',
  byList: 'Nach den Listenpreisen, ohne Rabatte für zwischengespeicherte Eingaben.',
  noModels: 'Noch ist kein Modell verbunden',
  noModelsText: 'Sobald es eines gibt, stellst du ihm hier eine Frage und siehst Antwort, Tokens und Kosten.',
  codes: {
    model_not_found: {
      title: 'Dieses Modell ist nicht verfügbar',
      text: 'Es wurde aus der Liste entfernt. Wähle ein anderes.',
    },
    capability_disabled: {
      title: 'Kein Modell ist eingerichtet',
      text: 'Ein Administrator fügt in den Einstellungen einen Modell-Endpunkt hinzu.',
    },
    cycle_cap_reached: {
      title: 'Das Budget des Zyklus deckt diesen Aufruf nicht',
      text: 'Es wurde nichts gesendet. Wem der Arbeitsbereich gehört, kann die Obergrenze des Zyklus anheben.',
    },
    project_cap_reached: {
      title: 'Das Budget des Projekts deckt diesen Aufruf nicht',
      text: 'Es wurde nichts gesendet. Wem der Arbeitsbereich gehört, kann die Obergrenze im Projekt anheben.',
    },
    workspace_cap_reached: {
      title: 'Das Budget des Arbeitsbereichs deckt diesen Aufruf nicht',
      text: 'Nichts wurde gesendet. Ein Inhaber kann das Limit in den Einstellungen des Arbeitsbereichs erhöhen.',
    },
    instance_cap_reached: {
      title: 'Das Budget dieses Servers deckt diesen Aufruf nicht',
      text: 'Nichts wurde gesendet. Der Betreiber des Servers kann das Limit erhöhen.',
    },
    provider_price_unknown: {
      title: 'Der Preis dieses Modells ist nicht bekannt',
      text: 'Es gibt ein Limit, das nicht eingehalten werden könnte. Trage den Preis ein oder wähle ein anderes Modell.',
    },
    provider_refused_request: {
      title: 'Der Modell-Endpunkt hat die Frage abgelehnt',
      text: 'Vielleicht ist sie für dieses Modell zu lang. Kürze sie oder wähle ein anderes Modell.',
    },
    provider_refused_key: {
      title: 'Der Modell-Endpunkt hat seinen Schlüssel abgelehnt',
      text: 'Ein Administrator trägt in den Einstellungen einen neuen Schlüssel ein.',
    },
    provider_unpaid: {
      title: 'Das Konto beim Modell-Endpunkt hat kein Guthaben',
      text: 'Lade es dort auf oder wähle ein anderes Modell.',
    },
    provider_busy: {
      title: 'Der Modell-Endpunkt ist ausgelastet',
      text: 'Frag in einer Minute noch einmal oder wähle ein anderes Modell.',
    },
    provider_failed: {
      title: 'Der Modell-Endpunkt ist gescheitert',
      text: 'Frag später noch einmal oder wähle ein anderes Modell.',
    },
    provider_unreachable: {
      title: 'Der Modell-Endpunkt ist nicht erreichbar',
      text: 'Frag später noch einmal oder wähle ein anderes Modell.',
    },
    provider_garbage: {
      title: 'Der Modell-Endpunkt hat keine gültige Antwort gesendet',
      text: 'Frag noch einmal oder wähle ein anderes Modell.',
    },
    provider_cut: {
      title: 'Die Antwort ist abgebrochen',
      text: 'Was kam, steht darunter. Frag noch einmal, um die ganze Antwort zu bekommen.',
    },
    provider_slow: {
      title: 'Das Modell hat zu lange gebraucht',
      text: 'Stell eine kürzere Frage oder wähle ein anderes Modell.',
    },
    provider_stalled: {
      title: 'Das Modell hat aufgehört zu schreiben',
      text: 'Was kam, steht darunter. Frag noch einmal.',
    },
  },
}
