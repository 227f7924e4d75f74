import type { ReactNode } from 'react'
import './glyph.css'

export type GlyphName =
  | ('draft' | 'queued' | 'building' | 'testing' | 'reviewing' | 'wait')
  | ('good' | 'bad' | 'checked' | 'blocked' | 'stopped' | 'doubt' | 'erased')

const ring = (color: string, dashes?: string) => (
  <circle cx="8" cy="8" r="6" fill="none" stroke={`var(--${color})`} strokeWidth="1.5" strokeDasharray={dashes} />
)
const pie = (path: string) => (
  <>
    {ring('accent-text')}
    <path d={path} fill="var(--accent-text)" />
  </>
)
const mark = { stroke: 'var(--glyph-mark)', strokeLinecap: 'round', strokeLinejoin: 'round', fill: 'none' } as const
const line = { stroke: 'var(--ink-3)', strokeWidth: 1.5, strokeLinecap: 'round' } as const

/** A shape for each state: filled if it is decided, open if it is not. It is beside words. */
const shapes: Readonly<Record<GlyphName, ReactNode>> = {
  draft: ring('ink-3', '1.6 2.17'),
  queued: ring('ink-3'),
  building: pie('M8 8V4.4A3.6 3.6 0 0 1 11.6 8z'),
  testing: pie('M8 4.4a3.6 3.6 0 0 1 0 7.2z'),
  reviewing: pie('M8 8V4.4A3.6 3.6 0 1 1 4.4 8z'),
  wait: (
    <>
      <rect x="3" y="3" width="10" height="10" rx="2" transform="rotate(45 8 8)" fill="var(--wait)" />
      <path d="M8 4.9v3.6M8 10.7v.1" {...mark} strokeWidth="1.7" />
    </>
  ),
  good: (
    <>
      <circle cx="8" cy="8" r="6.75" fill="var(--good)" />
      <path d="M5.2 8.2l2 2 3.7-4" {...mark} strokeWidth="1.6" />
    </>
  ),
  bad: (
    <>
      <path d="M5.2 1.4h5.6l3.8 3.8v5.6l-3.8 3.8H5.2l-3.8-3.8V5.2z" fill="var(--bad)" />
      <path d="M5.9 5.9l4.2 4.2M10.1 5.9l-4.2 4.2" {...mark} strokeWidth="1.6" />
    </>
  ),
  checked: (
    <>
      {ring('ink-3')}
      <path d="M5.5 8.2l1.8 1.8 3.2-3.6" {...line} fill="none" />
    </>
  ),
  blocked: (
    <>
      {ring('ink-3')}
      <path d="M6.4 5.9v4.2M9.6 5.9v4.2" {...line} />
    </>
  ),
  stopped: <rect x="2.75" y="2.75" width="10.5" height="10.5" rx="2" fill="none" {...line} />,
  doubt: (
    <>
      <rect
        x={3.4}
        y={3.4}
        width={9.2}
        height={9.2}
        rx={1.6}
        transform="rotate(45 8 8)"
        fill="none"
        stroke="var(--wait)"
        strokeWidth="1.5"
        strokeDasharray="2.4 1.6"
      />
      <path
        d="M6.8 6.7a1.25 1.25 0 1 1 1.8 1.3c-.4.2-.6.5-.6.9M8 10.8v.1"
        fill="none"
        stroke="var(--wait-text)"
        strokeWidth={1.3}
        strokeLinecap="round"
      />
    </>
  ),
  erased: (
    <>
      {ring('ink-3', '3 2')}
      <path d="M5.6 8h4.8" {...line} />
    </>
  ),
}

export const Glyph = ({ name }: { readonly name: GlyphName }) => (
  <svg className="g" viewBox="0 0 16 16" aria-hidden="true" data-glyph={name}>
    {shapes[name]}
  </svg>
)
