import { useLanguage } from '../../preferences.ts'
import type { Language, Words } from '../words.ts'

const en = {
  files: 'Files that belong to it',
  download: 'Download',
  downloading: 'Downloading…',
  downloadOf: (name: string) => `Download ${name}`,
  manifest: 'The list of everything in it',
  documents: 'Documents',
  all: 'All documents to download',
  text: (agency: string) => `Everything that ${agency} gave you to keep, the newest first.`,
  none: 'There is nothing to download yet',
  noneText: (agency: string) => `Files that ${agency} delivers to you, and your invoices, stand here.`,
  differs: 'What arrived is not the file that was published, so it was not saved. Tell the agency.',
  codes: {
    deliverable_artifact_not_kept: {
      title: 'This file is not kept any more',
      text: 'It was published and its mark stays, but the file itself is gone. Ask the agency for it.',
    },
    deliverable_artifact_differs: {
      title: 'This file was damaged',
      text: 'What is stored is not what was published, so you do not get it. Tell the agency.',
    },
    not_found: {
      title: 'This file is not there any more',
      text: 'A newer version may be published. Load the page again.',
    },
  } as Words['errors']['codes'],
}

const de: typeof en = {
  files: 'Dateien, die dazugehören',
  download: 'Herunterladen',
  downloading: 'Wird geladen…',
  downloadOf: (name) => `${name} herunterladen`,
  manifest: 'Die Liste von allem, was dazugehört',
  documents: 'Dokumente',
  all: 'Alle Dokumente zum Herunterladen',
  text: (agency) => `Alles, was ${agency} Ihnen zum Aufheben gegeben hat, das Neueste zuerst.`,
  none: 'Noch gibt es nichts herunterzuladen',
  noneText: (agency) => `Dateien, die ${agency} Ihnen liefert, und Ihre Rechnungen stehen hier.`,
  differs:
    'Was ankam, ist nicht die Datei, die veröffentlicht wurde. Sie wurde nicht gespeichert. Sagen Sie es der Agentur.',
  codes: {
    deliverable_artifact_not_kept: {
      title: 'Diese Datei ist nicht mehr aufgehoben',
      text: 'Sie wurde veröffentlicht, und ihr Zeichen bleibt, aber die Datei selbst ist weg. Bitten Sie die Agentur darum.',
    },
    deliverable_artifact_differs: {
      title: 'Diese Datei ist beschädigt',
      text: 'Was gespeichert ist, ist nicht, was veröffentlicht wurde, also bekommen Sie es nicht. Sagen Sie es der Agentur.',
    },
    not_found: {
      title: 'Diese Datei gibt es nicht mehr',
      text: 'Vielleicht ist eine neuere Fassung veröffentlicht. Laden Sie die Seite neu.',
    },
  },
}

const catalogue: Readonly<Record<Language, typeof en>> = { en, de }

/** What the portal says of files. */
export const useDocumentWords = (): typeof en => catalogue[useLanguage()]
