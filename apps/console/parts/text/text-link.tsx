import { Link, type LinkProps } from 'react-router'

/** A link that stands in a text or a row by its words alone. */
export const TextLink = (props: LinkProps) => <Link className="link" dir="auto" {...props} />
