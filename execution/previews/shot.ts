/** The subject of a picture; `width` and `height` belong to the window, in CSS pixels. */
export interface Shot {
  readonly path: string
  readonly width: number
  readonly height: number
  readonly isPhone: boolean
}
