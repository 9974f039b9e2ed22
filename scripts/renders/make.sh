#!/bin/sh
# Renders pictures of things: make.sh [SCENE...], all scenes without a name; PREVIEW=1 for a small quick one in /tmp.
# Needs Debian's blender and chromium with fonts-noto-cjk. A scene is a file that names its PICTURE (part/name of data/seed/media);
# afterwards `node --import tsx scripts/seedPictures.ts` makes the variants. The pictures are committed: CI never renders.
set -e
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export RENDER_TEXTURES="$work"
[ $# -gt 0 ] || set -- $(cd "$here" && grep -l '^PICTURE = ' ./*.py | sed 's|./\(.*\)\.py|\1|')

# A screen or label is a page whose name ends in its size: screens/terminal.1280x800.html becomes terminal.png.
for page in "$here"/screens/*.html; do
  name=$(basename "$page" .html)
  chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --force-color-profile=srgb --virtual-time-budget=2000 \
    --window-size="$(echo "${name##*.}" | tr x ,)" --screenshot="$work/${name%.*}.png" "file://$page" >/dev/null 2>&1
done

value() { sed -n "s/^$2 = \"\{0,1\}\([^\"]*\)\"\{0,1\}.*/\1/p" "$here/$1.py"; }
blend() { script=$1; shift; nice -n 19 blender -b --factory-startup -P "$here/$script.py" -- "$@"; }
for scene; do
  if [ "$PREVIEW" ]; then
    blend shoot "$scene" "$work/preview" 640 480 12 1
    mv "$work/preview.png" "/tmp/preview-$scene.png"
    continue
  fi
  size=$(value "$scene" SIZE)
  for seed in 1 2; do blend shoot "$scene" "$work/half$seed" ${size:-1600 1200} 40 $seed; done
  picture=$here/../../data/seed/media/$(value "$scene" PICTURE).png
  blend finish "$picture" "$work/half1" "$work/half2" "$(value "$scene" EXPOSURE)"
done
