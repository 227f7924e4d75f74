import type { en } from './en.ts'

export const de: typeof en = {
  title: (name) => `„${name}“ verbinden?`,
  text: 'Das Programm möchte über das Model Context Protocol in deinem Namen arbeiten.',
  from: 'Beschrieben von',
  answerTo: 'Antwort geht an',
  thisComputer: 'ein Programm auf deinem Rechner',
  workspace: 'Arbeitsbereich',
  power: 'Es darf',
  powers: { read: 'Lesen', write: 'Lesen und ändern' },
  powerHints: {
    read: 'Es liest, was du in diesem Arbeitsbereich siehst, und ändert nichts.',
    write:
      'Es liest, schlägt Zyklen vor, führt sie aus und beantwortet Fragen, wie du. Dein Zugriff, deine Budgets und das Audit-Log gelten.',
  },
  yours:
    'Nur du, auf einer Seite: freigeben, veröffentlichen, Geld, Mitglieder, Schlüssel, Secrets, Löschungen und Richtlinien.',
  local:
    'Jedes Programm auf deinem Rechner kann diese Adresse benutzen. Verbinde es nur, wenn du es gerade selbst gestartet hast.',
  check: 'Den Namen hat das Programm gewählt. Vertrau den Adressen, nicht dem Namen.',
  connect: 'Verbinden',
  connecting: 'Wird verbunden…',
  decline: 'Nicht verbinden',
  connected: 'Verbunden',
  connectedText:
    'Geh zurück zum Programm. Es steht in den Einstellungen unter „Schlüssel“; dort kannst du es widerrufen.',
  declined: 'Nicht verbunden',
  declinedText: 'Es wurde nichts geändert. Du kannst diese Seite schließen.',
  signedInAs: (email) => `Angemeldet als ${email}.`,
  noWorkspace: 'Du gehörst zu keinem Arbeitsbereich, also kann kein Programm verbunden werden.',
  refused: 'Dieses Programm kann nicht verbunden werden',
  back: 'Dem Programm mitteilen',
  reasons: {
    address: 'Seine Adresse ist keine, unter der Programme bekannt sind: https, mit einem Pfad.',
    unreachable: 'Seine Beschreibung konnte nicht von seiner Adresse gelesen werden.',
    document:
      'Seiner Beschreibung fehlt ein Name oder eine Adresse für die Antwort, oder sie ist kein JSON von höchstens 16 kB.',
    other_client: 'Seine Beschreibung gehört zu einem anderen Programm.',
    authentication: 'Es möchte sich auf eine Art ausweisen, die dieser Server nicht annimmt.',
    redirect: 'Es möchte die Antwort an einer Adresse, die seine Beschreibung nicht nennt.',
    parameter:
      'Seine Anfrage ist unvollständig oder für einen anderen Server bestimmt. Beginne noch einmal im Programm.',
  },
  codes: {
    too_many_keys:
      'Du hast zu viele Schlüssel. Widerrufe in den Einstellungen unter „Schlüssel“ Schlüssel oder Programme, die du nicht benutzt.',
  },
}
