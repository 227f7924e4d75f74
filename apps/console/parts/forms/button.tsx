import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import './button.css'

interface ButtonLook {
  /** At most one button of a view is `primary`: the main action. */
  readonly variant?: 'primary' | 'ink' | 'outline' | 'plain' | 'danger'
  readonly size?: 'medium' | 'small'
  readonly isFullWidth?: boolean
  readonly icon?: LucideIcon
  readonly className?: string
}

const classOf = ({ variant = 'outline', size, isFullWidth, className }: ButtonLook) =>
  [
    'btn',
    variant === 'outline' ? undefined : variant,
    size === 'small' ? 's' : undefined,
    isFullWidth ? 'full' : undefined,
    className,
  ]
    .filter((name) => name !== undefined)
    .join(' ')

const IconOf = ({ icon: Icon }: Pick<ButtonLook, 'icon'>) =>
  Icon === undefined ? null : <Icon className="i" aria-hidden="true" />

interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'className'> {
  /** The button is disabled while its action runs. */
  readonly isPending?: boolean | undefined
  /** Replaces the label while `isPending`. */
  readonly pendingText?: ReactNode
}

export const Button = ({
  variant,
  size,
  isFullWidth,
  icon,
  className,
  isPending = false,
  pendingText,
  type = 'button',
  disabled = false,
  children,
  ...rest
}: ButtonProps) => (
  <button
    type={type}
    className={classOf({ variant, size, isFullWidth, className })}
    disabled={disabled || isPending}
    {...rest}
  >
    <IconOf icon={icon} />
    {isPending ? (pendingText ?? children) : children}
  </button>
)

type LinkButtonProps = ButtonLook &
  (Omit<LinkProps, 'className'> | (Omit<ComponentProps<'a'>, 'className' | 'href'> & { readonly href: string }))

/** A link that looks like a button: `to` leads to a page of ours, `href` anywhere. */
export const LinkButton = ({ variant, size, isFullWidth, icon, className, children, ...rest }: LinkButtonProps) => {
  const look = classOf({ variant, size, isFullWidth, className })
  const label = (
    <>
      <IconOf icon={icon} />
      {children}
    </>
  )
  return 'to' in rest ? (
    <Link className={look} {...rest}>
      {label}
    </Link>
  ) : (
    <a className={look} {...rest}>
      {label}
    </a>
  )
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'children'> {
  readonly icon: LucideIcon
  /** Its name, as it has no words. */
  readonly label: string
  readonly variant?: 'outline' | 'plain'
}

/** A small square button with nothing but an icon. */
export const IconButton = ({ icon, label, variant = 'plain', type = 'button', ...rest }: IconButtonProps) => (
  <button
    type={type}
    className={variant === 'plain' ? 'btn plain s square-s' : 'btn s square'}
    aria-label={label}
    {...rest}
  >
    <IconOf icon={icon} />
  </button>
)
