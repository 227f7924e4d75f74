import { useState } from 'react'
import { getProjectImage } from '../../../../domains/delivery/repository-reads/contract.ts'
import {
  imageMostBytes,
  imageMostPixels,
  rasterOf,
} from '../../../../domains/delivery/repository-reads/rules/images.ts'
import { RefusedError, type Input } from '../../../../platform/client/index.ts'
import { useFormat } from '../../format.ts'
import { usePictureWords } from '../../words/pictures/index.ts'
import { Refusal } from '../feedback/refusal.tsx'
import { useNearViewport } from '../use-near-viewport.ts'
import './picture.css'
import { useQuery } from '@tanstack/react-query'
import { open } from '../../api/client.ts'
import { useShownBytes } from '../files/use-shown-bytes.ts'

interface PictureProps {
  readonly of: Input<typeof getProjectImage>
  /** The picture's subject, for people who cannot see it. */
  readonly name: string
  readonly label?: string
}

/**
 * A picture of a repository with its size below it, read when it comes near the screen. A picture that cannot be shown
 * has a reason.
 */
export const Picture = ({ of, name, label }: PictureProps) => {
  const words = usePictureWords()
  const { number } = useFormat()
  const { box, wasNear } = useNearViewport<HTMLElement>()
  const { show, error, raster, sizeBytes } = usePicture(of, wasNear)
  const [isBroken, setBroken] = useState(false)
  const size = useSize()
  return (
    <figure className="picture" ref={box}>
      {error ? (
        <WhyNot error={error} />
      ) : isBroken ? (
        <p className="soft">{words.broken}</p>
      ) : raster ? (
        <img
          ref={show}
          width={raster.width}
          height={raster.height}
          decoding="async"
          alt={label === undefined ? name : `${label}: ${name}`}
          onError={() => setBroken(true)}
        />
      ) : (
        <p className="soft">{words.loading}</p>
      )}
      <figcaption>
        {label === undefined ? null : <b>{label}</b>}
        {raster && sizeBytes !== undefined ? (
          <span className="num">{words.size(number(raster.width), number(raster.height), size(sizeBytes))}</span>
        ) : null}
      </figcaption>
    </figure>
  )
}

const WhyNot = ({ error }: { readonly error: unknown }) => {
  const words = usePictureWords()
  const { number } = useFormat()
  const size = useSize()
  const { code, ...answered } = error instanceof RefusedError ? (error.answered as PictureErrorDetails) : {}
  const pixels = number(imageMostPixels)
  if (code === 'not_an_image') return <p className="soft">{words.notImage}</p>
  if (code === 'file_not_found' || code === 'commit_not_found') return <p className="soft">{words.gone}</p>
  if (code !== 'image_too_large') return <Refusal error={error} />
  const { width, height, sizeBytes = 0 } = answered
  return (
    <p className="soft">
      {width === undefined || height === undefined
        ? words.tooLarge(size(sizeBytes), size(imageMostBytes), pixels)
        : words.tooManyPixels(number(width), number(height), pixels)}
    </p>
  )
}

interface PictureErrorDetails {
  readonly code?: string
  readonly sizeBytes?: number
  readonly width?: number
  readonly height?: number
}

const units = ['B', 'KiB', 'MiB'] as const

/** How many bytes, in whole ones below a KiB and else with a digit behind the point. */
const useSize = () => {
  const { number } = useFormat()
  return (bytes: number) => {
    const step = Math.min(units.length - 1, bytes < 1_024 ? 0 : Math.floor(Math.log2(bytes) / 10))
    return `${number(bytes / 1_024 ** step, step === 0 ? 0 : 1)} ${units[step]}`
  }
}

/** A picture of a repository, and the `ref` of an `img` that shows it. No `img` can name the workspace on its own. */
const usePicture = (input: Input<typeof getProjectImage>, isWanted: boolean) => {
  const { data, error } = useQuery({
    queryKey: [getProjectImage.id, input],
    queryFn: async () => {
      const bytes = new Uint8Array(await new Response(await open(getProjectImage, input)).arrayBuffer())
      return { bytes, raster: rasterOf(bytes) }
    },
    enabled: isWanted,
    staleTime: Infinity,
    // Up to 10 MiB each: they stay no longer than they are looked at.
    gcTime: 0,
  })
  const show = useShownBytes(data?.bytes, data?.raster?.mediaType ?? '')
  return { show, error, sizeBytes: data?.bytes.length, raster: data?.raster }
}
