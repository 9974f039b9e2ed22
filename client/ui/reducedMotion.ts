/** Whether the visitor asked for no motion, and a way to listen for a change of it. */
export const reducedMotion = (): MediaQueryList => matchMedia('(prefers-reduced-motion: reduce)')
