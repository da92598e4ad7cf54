export const DEMO_SHOP_NOTICE = 'Demo shop: this is not a real business'
