import type { en } from './en.ts'

export const de: typeof en = {
  download: 'Nachweis herunterladen',
  text: 'Eine signierte Datei, vom Schlüssel der prüfenden Person bis zur Rechnung. Sie ist ohne diesen Server prüfbar.',
  downloads:
    'Der Nachweis ist signiert und ohne diesen Server prüfbar. Der Datensatz enthält die Bytes, aus denen das Zeichen entsteht.',
}
