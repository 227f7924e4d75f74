import type { en } from './en.ts'

export const de: typeof en = {
  found: 'Gefunden',
  more: 'Es gibt mehr. Ein weiteres Wort engt es ein.',
  failed: 'Die Suche hat nicht geantwortet.',
  noteOf: { project: 'Projekt', cycle: 'Zyklus', task: 'Aufgabe', message: 'Nachricht' },
  all: (q) => `Alle Treffer zu „${q}“`,
  page: {
    title: 'Suche',
    label: 'Projekte, Zyklen, Aufgaben und Nachrichten durchsuchen',
    kind: 'Art',
    kinds: { all: 'Alles', project: 'Projekte', cycle: 'Zyklen', task: 'Aufgaben', message: 'Nachrichten' },
    project: 'Projekt',
    anyProject: 'Alle Projekte',
    count: (count, isCut) =>
      isCut ? `Mehr als ${count} gefunden` : count === 1 ? 'Eine Sache gefunden' : `${count} Sachen gefunden`,
    best: 'Das Beste steht vorn. Ein weiteres Wort engt es ein.',
    begin: 'Was suchst du?',
    beginText: 'Projekte, Zyklen, Aufgaben und was darüber gesagt wurde. Die Anfänge der Wörter genügen.',
    none: (q) => `Nichts zu „${q}“ gefunden`,
    noneText: 'Jedes Wort muss ein Wort dessen beginnen, was gefunden wird. Versuche es mit weniger.',
    noneHere: 'In anderen Projekten oder von anderer Art gibt es vielleicht mehr.',
    everywhere: 'Überall suchen',
  },
}
