/** Whether the visitor asked for reduced motion; a change of that can be listened to. */
export const reducedMotion = (): MediaQueryList => matchMedia('(prefers-reduced-motion: reduce)')
