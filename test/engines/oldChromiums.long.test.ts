import { oldChromium } from './chromiumEngine.ts'
import { testDrawing } from './drawn.ts'

testDrawing([oldChromium(88), oldChromium(106)])
