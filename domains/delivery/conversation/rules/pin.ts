/** A place in a page of a preview, as the page reported it. */
export interface PinPlace {
  readonly path: string
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface PinPicture {
  readonly id: string
  readonly width: number
  readonly height: number
}

/** The stored part of a pin. */
export interface Pin extends PinPlace {
  readonly deploymentId: string
  readonly commitSha: string | null
  /** The stored picture of the page in a window of this form; null without one. */
  readonly picture: PinPicture | null
}

const phoneMostWidth = 600

/** The kind of picture window that is closest to the window of a pin. */
export const formOf = ({ width }: Pick<PinPlace, 'width'>): 'desktop' | 'phone' =>
  width <= phoneMostWidth ? 'phone' : 'desktop'

/** The words of a comment with the place that they are about, for agents and code hosts, which see no picture. */
export const contentWithPin = (
  content: string,
  { path, left, top, width, commitSha }: Omit<Pin, 'picture'>,
): string => {
  const at = commitSha === null ? '' : `, at commit ${commitSha.slice(0, 8)}`
  return `${content}\n\nPinned in the preview on ${path}, ${left} px from the left and ${top} px from the top of the page, in a window of ${width} px${at}.`
}
