import { pictureForms, type DeploymentKind, type PictureForm } from './rules.ts'

/** The windows that pictures show, in CSS pixels. */
const pictureSizes: Readonly<Record<PictureForm, { readonly width: number; readonly height: number }>> = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
}

/** How many pages of a project have pictures. */
export const picturePathsMost = 6

/** Returns the pictures to take: each page once on a desktop and on a phone; the start page by default. */
export const shotsOf = (paths: readonly string[] = ['/']) =>
  [...new Set(paths)]
    .slice(0, picturePathsMost)
    .flatMap((path) => pictureForms.map((form) => ({ path, form, ...pictureSizes[form], isPhone: form === 'phone' })))

/** The address to compare pictures with; null for people's last deployment at any address. */
export const comparedWith = (row: { readonly kind: DeploymentKind; readonly label: string }) => ({
  label: row.kind === 'cycle-preview' ? null : row.label,
})
