import { useCallback } from 'react'

/** The `ref` of an `img` that shows these bytes, while it is mounted. */
export const useShownBytes = (bytes: Uint8Array<ArrayBuffer> | undefined, mediaType: string) =>
  useCallback(
    (image: HTMLImageElement) => {
      if (!bytes) return undefined
      const address = URL.createObjectURL(new Blob([bytes], { type: mediaType }))
      image.src = address
      return () => URL.revokeObjectURL(address)
    },
    [bytes, mediaType],
  )
