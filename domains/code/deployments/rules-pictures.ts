import { pictureForms, type DeploymentKind, type PictureForm } from './rules.ts'

/** The windows that pictures show, in CSS pixels. */
const pictureSizes: Readonly<Record<PictureForm, { readonly width: number; readonly height: number }>> = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
}

/** How many pages of a project have pictures. */
export const picturePathsMost = 6

export interface PictureShot {
  readonly path: string
  readonly form: PictureForm
  readonly width: number
  readonly height: number
  readonly isPhone: boolean
}

/**
 * The subjects of pictures: each page once, as a desktop and a phone show it. The start page unless pages are named.
 */
export const shotsOf = (paths: readonly string[] = ['/']): readonly PictureShot[] =>
  [...new Set(paths)]
    .slice(0, picturePathsMost)
    .flatMap((path) => pictureForms.map((form) => ({ path, form, ...pictureSizes[form], isPhone: form === 'phone' })))

/**
 * The pictures that a deployment is compared with: a cycle preview with people's last deployment, any other with the
 * last one of the same address.
 */
export const comparedWith = ({
  kind,
  label,
}: {
  readonly kind: DeploymentKind
  readonly label: string
}): { readonly label: string | null } => ({ label: kind === 'cycle-preview' ? null : label })
