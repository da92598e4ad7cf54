import sharp from 'sharp'

// Only these decoders may run. libvips can also read SVG, PDF and other formats that attackers use.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
})
// sharp needs no cache, because every picture is decoded once.
sharp.cache(false)
// Each picture uses one thread.
sharp.concurrency(1)

export { sharp }
