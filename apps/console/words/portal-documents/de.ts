import type { en } from './en.ts'

export const de: typeof en = {
  files: 'Dateien',
  records: 'Für Ihre Unterlagen',
  download: 'Herunterladen',
  downloading: 'Wird geladen…',
  downloadOf: (name) => `${name} herunterladen`,
  plainText: 'Text',
  manifest: 'Inhalt (JSON)',
  bill: 'Stückliste (JSON)',
  documents: 'Dokumente',
  text: (agency) => `Dateien und Rechnungen von ${agency}.`,
  none: 'Noch keine Dokumente',
  noneText: (agency) => `Dateien, die ${agency} liefert, und Ihre Rechnungen erscheinen hier.`,
  differs:
    'Die Datei stimmt nicht mit der veröffentlichten überein und wurde deshalb nicht gespeichert. Informieren Sie die Agentur.',
  codes: {
    deliverable_artifact_not_kept:
      'Diese Datei ist nicht mehr gespeichert. Ihr Fingerabdruck bleibt erhalten, die Datei selbst aber nicht. Bitten Sie die Agentur darum.',
    deliverable_artifact_differs:
      'Diese Datei ist beschädigt. Die gespeicherte Datei weicht von der veröffentlichten ab und wird deshalb nicht ausgegeben. Informieren Sie die Agentur.',
    not_found: 'Diese Datei gibt es nicht mehr. Vielleicht gibt es eine neuere Version. Laden Sie die Seite neu.',
  },
}
