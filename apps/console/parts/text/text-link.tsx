import { type LinkProps } from 'react-router'
import { TextLink } from './text-link.tsx'

/** A link that stands in a text or a row by its words alone. */
export const TextLink = (props: LinkProps) => <TextLink {...props} />
