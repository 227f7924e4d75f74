import type { en } from './en.ts'

export const de: typeof en = {
  download: 'Nachweis herunterladen',
  text: 'Eine signierte Datei, vom Schlüssel der prüfenden Person bis zur Rechnung. Sie lässt sich ohne diesen Server prüfen.',
  downloads:
    'Der Nachweis ist signiert und lässt sich ohne diesen Server prüfen. Der Datensatz enthält die Bytes hinter dem Zeichen.',
}
